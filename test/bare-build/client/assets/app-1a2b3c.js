document.title = 'built'
