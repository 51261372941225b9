export function isBuilt(root: string): boolean
export function fingerprint(root: string): string
export function markBuilt(root: string, fingerprint: string): void
