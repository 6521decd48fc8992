/**
 * Prints content with a title above and a note below, alone on a page. Uses an own frame, so that the page stays as it
 * is, and the CSSOM, because of the CSP.
 */
export function printSheet(title: string, note: string, contentOf: (sheet: Document) => Element): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: sheet, contentWindow: view } = frame
  if (sheet === null || view === null) return frame.remove()
  const part = (name: 'h1' | 'p', text: string, font: string) => {
    const node = sheet.createElement(name)
    node.textContent = text
    node.style.cssText = `font:${font};margin:0 0 12pt;overflow-wrap:anywhere`
    return node
  }
  sheet.body.style.margin = '24pt'
  sheet.body.append(part('h1', title, '600 18pt sans-serif'), contentOf(sheet), part('p', note, '10pt sans-serif'))
  sheet.title = title
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
