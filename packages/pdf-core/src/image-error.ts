/** An image that cannot be placed in a PDF; `message` gives the reason in a few English words. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
}
