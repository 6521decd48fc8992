import sharp from 'sharp'

/** A displayed place on a page, from the top left, in points. */
export type Place = { x: number; y: number; width: number; height: number }

/** `outside`: differing pixels in none of the places. `inside`: differing pixels in each. */
export type Difference = { outside: number; inside: number[] }

/**
 * Compares two pictures of a page, given its size in points. A pixel on the edge of a place belongs to it.
 * @throws Error when the sizes of the pictures differ
 */
export async function differenceOf(
  before: Uint8Array,
  after: Uint8Array,
  places: readonly Place[],
  page: { width: number; height: number },
): Promise<Difference> {
  const [a, b] = await Promise.all([pixelsOf(before), pixelsOf(after)])
  if (a.width !== b.width || a.height !== b.height) throw new Error('the page has another size')
  const scale = { x: a.width / page.width, y: a.height / page.height }
  const difference: Difference = { outside: 0, inside: places.map(() => 0) }
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (a.pixels[y * a.width + x] === b.pixels[y * a.width + x]) continue
      const index = places.findIndex((place) => holds(place, x, y, scale))
      if (index === -1) difference.outside++
      else difference.inside[index] = (difference.inside[index] ?? 0) + 1
    }
  }
  return difference
}

function holds(place: Place, x: number, y: number, scale: { x: number; y: number }): boolean {
  const isAcross = x + 1 > place.x * scale.x && x < (place.x + place.width) * scale.x
  return isAcross && y + 1 > place.y * scale.y && y < (place.y + place.height) * scale.y
}

async function pixelsOf(image: Uint8Array) {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const copy = new Uint8Array(data)
  return { pixels: new Uint32Array(copy.buffer), width: info.width, height: info.height }
}
