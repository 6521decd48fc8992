const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that is already safe to write out. */
export type Html = { html: string }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

type Value = string | number | Html | Html[]

function write(value: Value): string {
  if (typeof value === 'object') return Array.isArray(value) ? value.map(({ html }) => html).join('') : value.html
  return escape(String(value))
}

/** A template whose values are escaped unless they are `Html` themselves. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(write)) }
}
