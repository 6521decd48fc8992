/** Modules per side, about as many as the server's QR code with name, reason and place. */
export const qrSide = 41

/** The three corner squares of a QR code with their white border: 7 modules and 1. */
function finder(x: number, y: number): boolean | null {
  const right = x >= qrSide - 8
  const low = y >= qrSide - 8
  if ((x > 7 && !right) || (y > 7 && !low) || (right && low)) return null
  const ring = Math.max(Math.abs((right ? x - qrSide + 7 : x) - 3), Math.abs((low ? y - qrSide + 7 : y) - 3))
  return ring !== 2 && ring !== 4
}

/** A fake QR code as a path of unit squares: the real one exists only after signing. */
export function drawMockQr(): string {
  const path: string[] = []
  let noise = 7
  for (let y = 0; y < qrSide; y++)
    for (let x = 0; x < qrSide; x++) {
      // Park–Miller generator, so that the drawing is always the same.
      noise = (noise * 16_807) % 2_147_483_647
      if (finder(x, y) ?? noise % 2 === 0) path.push(`M${x} ${y}h1v1h-1z`)
    }
  return path.join('')
}
