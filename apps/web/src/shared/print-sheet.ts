import { flushSync } from 'react-dom'

type Frame = { sheet: Document; print: () => void }

/** An own empty page to print, so that the page on the screen stays as it is. It is styled by the CSSOM, for the CSP. */
function openFrame(title: string): Frame | null {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: sheet, contentWindow: view } = frame
  if (sheet === null || view === null) {
    frame.remove()
    return null
  }
  sheet.title = title
  const print = () => {
    view.addEventListener('afterprint', () => frame.remove())
    view.print()
  }
  return { sheet, print }
}

/** Prints content with a title above and a note below, alone on a page. */
export function printSheet(title: string, note: string, contentOf: (sheet: Document) => Element): void {
  const frame = openFrame(title)
  if (frame === null) return
  const { sheet, print } = frame
  const part = (name: 'h1' | 'p', text: string, font: string) => {
    const node = sheet.createElement(name)
    node.textContent = text
    node.style.cssText = `font:${font};margin:0 0 12pt;overflow-wrap:anywhere`
    return node
  }
  sheet.body.style.margin = '24pt'
  sheet.body.append(part('h1', title, '600 18pt sans-serif'), contentOf(sheet), part('p', note, '10pt sans-serif'))
  print()
}

/** Prints images, each on a page of its own, once they are loaded. */
export async function printImages(title: string, urls: readonly string[]): Promise<void> {
  const frame = openFrame(title)
  if (frame === null) return
  const { sheet, print } = frame
  sheet.body.style.margin = '0'
  const images = urls.map((url) => {
    const image = sheet.createElement('img')
    image.style.cssText = 'display:block;width:100%;break-after:page'
    image.src = url
    return image
  })
  sheet.body.append(...images)
  await Promise.all(images.map(imageLoaded))
  print()
}

/** Prints the pages in `reader`, which has the images of all of them after `onPrinting(true)`. */
export async function printPages(reader: HTMLElement | null, onPrinting: (on: boolean) => void): Promise<void> {
  flushSync(() => onPrinting(true))
  await Promise.all(Array.from(reader?.querySelectorAll('img') ?? [], imageLoaded))
  window.print()
  onPrinting(false)
}

/** Resolves when an image is there, or has failed. */
const imageLoaded = (image: HTMLImageElement) =>
  new Promise<void>((done) => {
    if (image.complete) done()
    else for (const event of ['load', 'error']) image.addEventListener(event, () => done(), { once: true })
  })
