export const SUGGEST_PATH = '/challenges/suggest'

export function withdrawPath(id: string): string {
  return `${SUGGEST_PATH}/${id}/withdraw`
}
