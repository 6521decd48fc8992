/** Bytes as a source for a store or a scanner. */
export async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
