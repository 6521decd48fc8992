import { wholeOf } from '../router/address-values.ts'

const sizeKey = 'foja-page-size'

/** How many rows the person last wanted on a page. */
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
    // It then lasts as long as the address.
  }
}
