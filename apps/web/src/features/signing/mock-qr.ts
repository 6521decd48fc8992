/** The modules along a side: about as many as the server's QR has with a name, a reason and a place. */
export const qrSide = 41

/** The three squares in the corners of a QR code, with the white round them: 7 modules and 1. */
function finder(x: number, y: number): boolean | null {
  const right = x >= qrSide - 8
  const low = y >= qrSide - 8
  if ((x > 7 && !right) || (y > 7 && !low) || (right && low)) return null
  const ring = Math.max(Math.abs((right ? x - qrSide + 7 : x) - 3), Math.abs((low ? y - qrSide + 7 : y) - 3))
  return ring !== 2 && ring !== 4
}

/** A drawing that looks like a QR code and says nothing: the real one exists once it is signed. A path of unit squares. */
export function drawMockQr(): string {
  const path: string[] = []
  let noise = 7
  for (let y = 0; y < qrSide; y++)
    for (let x = 0; x < qrSide; x++) {
      // The generator of Park and Miller: the same drawing each time.
      noise = (noise * 16_807) % 2_147_483_647
      if (finder(x, y) ?? noise % 2 === 0) path.push(`M${x} ${y}h1v1h-1z`)
    }
  return path.join('')
}
