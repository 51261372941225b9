import { DAYS, HOUR } from './time-format.ts'

/**
 * A script at the end of a page: words its times in the browser's zone before they are painted, as `Time` does once the
 * page is hydrated. Works for pages that visitors share.
 */
export const LOCAL_TIMES = `(() => {
  const days = ${JSON.stringify(DAYS)}, hour = ${JSON.stringify(HOUR)}, formats = {}
  const words = (moment, name, options) => (formats[name] ||= new Intl.DateTimeFormat('en-US', options))
    .format(moment).replace(/\\s(?=[AP]M)/, '\\u00a0')
  for (const time of document.querySelectorAll('time[data-words]')) {
    const style = time.dataset.words, moment = new Date(time.dateTime)
    time.textContent = words(moment, style, days[style])
      + (/time|week/.test(style) ? ' at ' + words(moment, 'hour', hour) : '')
  }
})()`
