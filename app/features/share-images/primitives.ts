import { isDrawable, lineOf, shorten, type TextStyle, textPaths } from '#platform/images/text-layout.ts'
import type { ShareFonts } from './fonts.server.ts'
import type { MemberText } from './layout.ts'

// The colours of the dark theme.
export const BACKGROUND = '#0a0d13'
export const LINE = '#263143'
export const TEXT = '#ece6d9'
export const MUTED = '#98a2b3'
export const ACCENT = '#e8492c'
export const GOLD = '#dcb550'

export interface LineStyle extends TextStyle {
  x: number
  y: number
  colour: string
  /** A longer text ends with an ellipsis. */
  maxWidth?: number
}

export function drawLine(text: string, { x, y, colour, maxWidth, ...style }: LineStyle): string {
  const shown = maxWidth === undefined ? text : shorten(text, style, maxWidth)
  return `<g fill="${colour}">${textPaths(shown, style, x, y)}</g>`
}

/** The whole text or, where the fonts lack one of its characters, what replaces it. */
export function drawnText({ text, fallback }: MemberText, { text: fonts }: ShareFonts): string {
  return [text, fallback].map(lineOf).find((one) => isDrawable(one, fonts)) ?? ''
}

// The outline keeps the darkest rank visible.
export function rankMark(x: number, y: number, radius: number, colour: string): string {
  return `<path fill="${colour}" stroke="${TEXT}" stroke-opacity=".55" stroke-width="1.5" d="M${x} ${y - radius}l${radius} ${radius}-${radius} ${radius}-${radius}-${radius}z"/>`
}

/** The ring and the eyes of favicon.svg, 32 x 32. */
export function logo(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
  <path fill="#e8492c" d="M26.4 7.9C27.2 8.2 28.5 10 29.2 11.4C29.9 12.7 30.4 14.3 30.5 15.9C30.6 17.4 30.2 19 29.7 20.5C29.3 22 28.5 23.4 27.5 24.6C26.6 25.8 25.4 27 24.1 27.8C22.8 28.7 21.4 29.4 19.9 29.8C18.4 30.2 16.8 30.4 15.3 30.3C13.7 30.2 12.1 29.8 10.8 29.2C9.4 28.6 8 27.7 7 26.6C5.9 25.6 5 24.3 4.4 23C3.7 21.7 3.3 20.2 3 18.8C2.8 17.4 2.8 15.9 3 14.5C3.2 13.1 3.7 11.7 4.3 10.5C4.9 9.3 5.8 8.1 6.8 7.1C7.8 6.2 9 5.4 10.2 4.9C11.5 4.3 12.8 4 14.1 3.9C15.5 3.8 17.5 3.9 18.1 4.1C18.7 4.3 18.6 4.8 17.9 5C17.3 5.2 15.5 4.9 14.3 5.2C13.2 5.4 12.1 5.9 11.1 6.5C10.1 7.1 9.1 7.8 8.4 8.7C7.6 9.5 6.9 10.5 6.4 11.5C5.9 12.5 5.5 13.7 5.3 14.8C5.1 15.9 5.2 17.2 5.4 18.3C5.6 19.4 6.1 20.6 6.7 21.6C7.3 22.5 8.2 23.5 9 24.2C9.9 24.9 11 25.5 12.1 25.9C13.1 26.4 14.3 26.6 15.4 26.7C16.6 26.8 17.8 26.7 18.9 26.4C20.1 26.1 21.2 25.6 22.1 25C23.1 24.3 24 23.4 24.6 22.4C25.2 21.5 25.7 20.4 26 19.3C26.3 18.2 26.3 17 26.3 15.9C26.3 14.8 26.2 13.6 25.9 12.5C25.6 11.4 24.6 10 24.7 9.2C24.8 8.5 25.6 7.5 26.4 7.9Z"/>
  <path fill="#ece6d9" d="M8.6 13h14.8c.7 0 1.1.6.9 1.2-.9 3.4-3.6 5-8.3 5s-7.4-1.6-8.3-5c-.2-.6.2-1.2.9-1.2Z"/>
  <path fill="#0a0d13" d="M11 15.4c1.5-.6 2.9-.4 4 .6-1.2.9-2.9.7-4-.6Zm10 0c-1.5-.6-2.9-.4-4 .6 1.2.9 2.9.7 4-.6Z"/>
</g>`
}
