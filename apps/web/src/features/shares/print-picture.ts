/**
 * Prints an SVG with a title above and a note below, alone on a page. Uses an own frame, so that the page stays as it
 * is, and the CSSOM, because of the CSP.
 */
export function printPicture(svg: string, title: string, note: string): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: sheet, contentWindow: view } = frame
  if (sheet === null || view === null) return frame.remove()
  const picture = sheet.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)
  const heading = sheet.createElement('h1')
  heading.textContent = title
  heading.style.cssText = 'font:600 18pt sans-serif;margin:0 0 12pt;overflow-wrap:anywhere'
  const foot = sheet.createElement('p')
  foot.textContent = note
  foot.style.cssText = 'font:10pt sans-serif;overflow-wrap:anywhere'
  sheet.body.style.cssText = 'text-align:center;margin:24pt'
  sheet.body.append(heading, picture, foot)
  sheet.title = title
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
