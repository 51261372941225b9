import { FORMATS } from './time-format.ts'

/**
 * A script at the end of a page: words its times in the browser's zone before they are painted, as `Time` does once the
 * page is hydrated. Works for pages that visitors share.
 */
export const LOCAL_TIMES = `(() => {
  const options = ${JSON.stringify(FORMATS)}, formats = {}
  const words = (moment, style) => (formats[style] ||= new Intl.DateTimeFormat('en-US', options[style]))
    .format(moment).replace(/\\s(?=[AP]M)/, '\\u00a0')
  for (const time of document.querySelectorAll('time[data-words]')) {
    const style = time.dataset.words, moment = new Date(time.dateTime)
    time.textContent = words(moment, style) + (/time|week/.test(style) ? ' at ' + words(moment, 'hour') : '')
  }
})()`
