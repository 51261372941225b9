import { Link } from 'react-router'
import { CookieChoice } from '../legal/cookie-choice.tsx'

/** The components within written texts that need the browser; all others are worked out on the server. */
export const ISLANDS = { Link, CookieChoice } as const
