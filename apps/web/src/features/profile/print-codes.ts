/**
 * Prints the recovery codes alone on a page. Uses an own frame, so that the page stays as it is, and the CSSOM, because
 * of the CSP.
 */
export function printCodes(codes: readonly string[], title: string, note: string): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: sheet, contentWindow: view } = frame
  if (sheet === null || view === null) return frame.remove()
  const part = (name: 'h1' | 'p' | 'pre', text: string, style: string) => {
    const node = sheet.createElement(name)
    node.textContent = text
    node.style.cssText = style
    sheet.body.append(node)
  }
  part('h1', title, 'font:600 18pt sans-serif;margin:0 0 12pt')
  part('pre', codes.join('\n'), 'font:14pt/1.8 monospace')
  part('p', note, 'font:10pt sans-serif;overflow-wrap:anywhere')
  sheet.body.style.cssText = 'margin:24pt'
  sheet.title = title
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
