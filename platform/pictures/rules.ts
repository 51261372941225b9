/** For so many days an image that was drawn for shared links is kept after it was last shown. */
export const drawnImageDays = 7
