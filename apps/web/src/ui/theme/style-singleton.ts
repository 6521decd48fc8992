import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton`, which the scroll lock of dialogs and menus uses: same API, but with a
 * constructed style sheet, which `style-src 'self'` allows, unlike a `<style>` element.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  const add = (rules: string) => {
    users += 1
    if (users > 1 || typeof document.adoptedStyleSheets === 'undefined') return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const remove = () => {
    users -= 1
    if (users > 0 || sheet === undefined) return
    const gone = sheet
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== gone)
    sheet = undefined
  }
  return function Sheet({ styles }: { styles: string; dynamic?: boolean }) {
    useEffect(() => {
      add(styles)
      return remove
    }, [styles])
    return null
  }
}
