import { createContext } from 'react-router'

/** Set by an action whose visitor is signed out by now: the page shows their form again instead of leading to /login. */
export const keptFormContext = createContext(false)
