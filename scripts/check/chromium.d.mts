/** The path of a Chromium that runs here, installed now if need be; throws an Error of one line when there is none. */
export function findChromium(say: (line: string) => void): Promise<string>
