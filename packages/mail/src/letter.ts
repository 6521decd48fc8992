import { oneLine } from './address.ts'

/** Languages of the letters. */
export type MailLocale = 'es' | 'en'

/** Content of a letter, all plain text; the layout is added by `renderLetter`. */
export type Letter = {
  locale: MailLocale
  subject: string
  greeting?: string
  /** One paragraph each. */
  paragraphs: string[]
  /** Label and value, one line each. */
  facts?: { label: string; value: string }[]
  /** Text written by a user, with its line breaks. */
  message?: string
  button?: { label: string; url: string }
  /** Small print at the end. */
  notes: string[]
}

/** A rendered letter: a one-line subject, and its text in both forms. */
export type RenderedLetter = { subject: string; text: string; html: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes `text` for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/** Cleans text of several lines from control characters and direction marks. */
const plainLines = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu, '')
    .trim()

const asHtml = (text: string) => escapeHtml(plainLines(text)).replaceAll('\n', '<br>\n')

const goOn: Record<MailLocale, string> = {
  es: 'Si el botón no abre, copia esta dirección en el navegador:',
  en: 'If the button does not open, copy this address into the browser:',
}

// Brand colours. Ink on gold has a contrast of 7.6:1; the meta tag tells mail programs not to darken the colours again.
const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #F5F3EE; color: #1F2732; font: 16px/1.5 "Segoe UI", Helvetica, Arial, sans-serif }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px 24px }
.brand { border-bottom: 3px solid #D1B06B; padding-bottom: 12px; font-size: 20px; font-weight: bold }
.brand img { display: block }
h1 { font-size: 20px; line-height: 1.3; margin: 24px 0 16px }
p { margin: 0 0 16px }
dl { margin: 0 0 16px; padding: 0 }
dt { font-weight: bold }
dd { margin: 0 0 8px }
blockquote { margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 3px solid #D1B06B }
.button { display: inline-block; background: #D1B06B; color: #1F2732; font-weight: bold; text-decoration: none;
  padding: 12px 24px; border-radius: 8px }
.address { word-break: break-all; font-size: 14px }
.notes { border-top: 1px solid #8A8F98; margin-top: 24px; padding-top: 16px; font-size: 14px }
@media (prefers-color-scheme: dark) {
  body { background: #161C25; color: #F1EEE6 }
  a { color: #E3CB94 }
  .button { color: #1F2732 }
  .brand img { background: #FFFFFF; border-radius: 4px; padding: 6px }
}
`.trim()

/** Start of every letter; user text is escaped, so this marker occurs once. */
const brand = '<div class="brand">Foja</div>'

function htmlOf({ locale, subject, greeting, paragraphs, facts, message, button, notes }: Letter): string {
  const parts = [
    ...(greeting === undefined ? [] : [`<p>${asHtml(greeting)}</p>`]),
    ...paragraphs.map((paragraph) => `<p>${asHtml(paragraph)}</p>`),
    ...(message === undefined || message === '' ? [] : [`<blockquote>${asHtml(message)}</blockquote>`]),
    ...(facts === undefined || facts.length === 0
      ? []
      : [`<dl>${facts.map(({ label, value }) => `<dt>${asHtml(label)}</dt><dd>${asHtml(value)}</dd>`).join('')}</dl>`]),
    ...(button === undefined
      ? []
      : [
          `<p><a class="button" href="${escapeHtml(button.url)}">${asHtml(button.label)}</a></p>`,
          `<p class="address">${goOn[locale]}<br>\n<a href="${escapeHtml(button.url)}">${escapeHtml(button.url)}</a></p>`,
        ]),
    `<div class="notes">${notes.map((note) => `<p>${asHtml(note)}</p>`).join('')}</div>`,
  ]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${style}
</style>
</head>
<body>
<div class="sheet">
${brand}
<main>
<h1>${escapeHtml(subject)}</h1>
${parts.join('\n')}
</main>
</div>
</body>
</html>
`
}

function textOf({ greeting, paragraphs, facts, message, button, notes }: Letter): string {
  const parts = [
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs,
    ...(message === undefined || message === '' ? [] : [plainLines(message).replace(/^/gm, '> ')]),
    ...(facts === undefined || facts.length === 0
      ? []
      : [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    `-- \n${notes.join('\n')}`,
  ]
  return `${parts.map(plainLines).join('\n\n')}\n`
}

/** Renders a letter: no images, no external resources, readable without styles and in dark mode. */
export function renderLetter(letter: Letter): RenderedLetter {
  const subject = oneLine(letter.subject)
  const shown = { ...letter, subject }
  return { subject, text: textOf(shown), html: htmlOf(shown) }
}

/** The picture at the head of a message: an inline attachment (RFC 2392). Sizes in CSS pixels. */
export type Letterhead = { cid: string; alt: string; width: number; height: number }

/** Replaces the name at the head of a rendered letter by a picture. */
export function withLetterhead(html: string, { cid, alt, width, height }: Letterhead): string {
  const picture = `<img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(oneLine(alt))}" width="${width}" height="${height}">`
  return html.replace(brand, () => `<div class="brand">${picture}</div>`)
}
