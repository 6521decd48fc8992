/**
 * A file to which revisions are appended. The original is copied once, into a buffer with room for revisions; `bytes`
 * is always the current whole file.
 */
export class IncrementalPdf {
  private buffer: Uint8Array
  private length: number
  private readonly originalLength: number

  /** `room`: expected number of appended bytes. */
  constructor(original: Uint8Array, room: number) {
    this.originalLength = original.length
    this.length = original.length
    this.buffer = Buffer.allocUnsafeSlow(original.length + room)
    this.buffer.set(original)
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  /** All appended bytes. */
  get tail(): Uint8Array {
    return Uint8Array.from(this.buffer.subarray(this.originalLength, this.length))
  }

  append(tail: Uint8Array): void {
    const needed = this.length + tail.length
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(needed + tail.length)
      larger.set(this.bytes)
      this.buffer = larger
    }
    this.buffer.set(tail, this.length)
    this.length = needed
  }
}
