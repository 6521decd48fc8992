/** What a recipient did, as their page tells the site that shows it. `request`: the id of the request. */
export type EmbedEvent = { event: keyof typeof handlers; request: string }

type Handler = (event: EmbedEvent) => void

export type EmbedOptions = {
  /** The link of a recipient, `https://…/pedido?p=…`. */
  link: string
  /** The element to fill, or its selector. */
  container: Element | string
  /** Name of the frame for screen readers. */
  title?: string
} & { [Name in (typeof handlers)[keyof typeof handlers]]?: Handler }

type Embedded = {
  iframe: HTMLIFrameElement
  /** Removes the frame; no handler is called any more. */
  close: () => void
}

const handlers = {
  opened: 'onOpened',
  signed: 'onSigned',
  approved: 'onApproved',
  declined: 'onDeclined',
  delegated: 'onDelegated',
  delivered: 'onDelivered',
  answered: 'onAnswered',
} as const

const isEvent = (name: unknown): name is EmbedEvent['event'] =>
  typeof name === 'string' && Object.hasOwn(handlers, name)

/** Shows the page of a recipient in a frame, and calls a handler for each message of that page. */
function embed(options: EmbedOptions): Embedded {
  const { link, container, title = 'Foja' } = options
  const { origin, href, pathname } = new URL(link)
  if (!pathname.endsWith('/pedido'))
    throw new Error(`Foja.embed: link is not the link of a recipient: ${origin}${pathname}`)
  const place = typeof container === 'string' ? document.querySelector(container) : container
  if (place === null) throw new Error('Foja.embed: container is not on the page')
  const iframe = document.createElement('iframe')
  iframe.title = title
  // By it the page knows which origin to send its messages to, in browsers without `ancestorOrigins`.
  iframe.referrerPolicy = 'origin'
  Object.assign(iframe.style, { display: 'block', width: '100%', height: '100%', minHeight: '40rem', border: '0' })
  iframe.src = href
  const listen = ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || source !== iframe.contentWindow || typeof data !== 'object' || data === null) return
    const { source: sender, event, request } = data as Record<string, unknown>
    if (sender !== 'foja' || !isEvent(event) || typeof request !== 'string') return
    options[handlers[event]]?.({ event, request })
  }
  window.addEventListener('message', listen)
  place.append(iframe)
  return {
    iframe,
    close: () => {
      window.removeEventListener('message', listen)
      iframe.remove()
    },
  }
}

declare global {
  interface Window {
    Foja: { embed: typeof embed }
  }
}

window.Foja = { embed }
