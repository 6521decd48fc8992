/** Pauses in minutes after the first, second, … temporary failure of a message; after the last, it has failed. */
export const retryPauses = [1, 5, 15, 60, 240, 720] as const
