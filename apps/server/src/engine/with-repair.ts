/** What was done to a file, and the bytes that took its place when it had to be written anew first. */
export type Repaired<T> = { result: T; repaired: Uint8Array | null }

/** Does something to a file as it is. */
export async function withRepair<T>(pdf: Uint8Array, work: (pdf: Uint8Array) => Promise<T>): Promise<Repaired<T>> {
  return { result: await work(pdf), repaired: null }
}
