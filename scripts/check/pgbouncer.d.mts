/** The path of an installed PgBouncer. */
export function onMachine(): string | undefined
