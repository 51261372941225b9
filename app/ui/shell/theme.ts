export type Theme = 'dark' | 'light' | 'system'
