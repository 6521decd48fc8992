import { wholeOf } from '../router/address-values.ts'

const sizeKey = 'foja-page-size'

/** The user's last choice of rows per page. */
export function rememberedSize(): number {
  try {
    return wholeOf(localStorage.getItem(sizeKey), 100) ?? 10
  } catch {
    return 10
  }
}

export function rememberSize(size: number): void {
  try {
    localStorage.setItem(sizeKey, String(size))
  } catch {
    // Storage is unavailable: the choice lasts as long as the address.
  }
}
