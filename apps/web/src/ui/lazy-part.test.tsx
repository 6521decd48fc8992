import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Suspense, useState, type ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, server, useServer } from '../test/server.ts'
import { Menu, MenuItem } from './menu.tsx'
import { Toaster } from './toaster.tsx'
import { useLazyComponent } from './use-lazy-component.ts'
import { lazyPart } from './lazy-part.ts'

useServer()

const entry = '/assets/index-1.js'
/** The server's page: of this version, of a newer one, or unreachable. */
const page = (state: 'same' | 'newer' | 'down') =>
  server.use(
    http.get(at('/'), () =>
      state === 'down'
        ? HttpResponse.error()
        : HttpResponse.html(`<script type="module" src="${state === 'same' ? entry : '/assets/index-2.js'}"></script>`),
    ),
  )

beforeEach(() => {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', entry)
  document.head.append(script)
  return () => script.remove()
})

const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))

/** Rejects `failures` times, then resolves. */
function loader<P extends object>(part: ComponentType<P>, failures: number) {
  let left = failures
  return vi.fn<() => Promise<ComponentType<P>>>(() => {
    left -= 1
    return left < 0 ? Promise.resolve(part) : broken()
  })
}

const Panel = ({ name }: { name: string }) => <p>El panel de {name}</p>

function Around({ children }: { children: React.ReactNode }) {
  return (
    <>
      <h1>La página</h1>
      <Suspense fallback={<p>Espera</p>}>{children}</Suspense>
    </>
  )
}

describe('a lazy part that fails to load', () => {
  it('leaves the page, shows an error in place, and loads on retry', async () => {
    page('down')
    const Late = lazyPart(loader(Panel, 1))
    render(
      <Around>
        <Late name="Rosa" />
      </Around>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cargar esta parte.')
    expect(screen.getByRole('alert').textContent).toContain('Falta la conexión')
    expect(screen.getByRole('heading', { name: 'La página' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('El panel de Rosa')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBe(null)
  })

  it('offers to reload when there is a newer version, and no useless retry', async () => {
    page('newer')
    const Late = lazyPart(loader(Panel, 9))
    render(
      <Around>
        <Late name="Rosa" />
      </Around>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('tus borradores están a salvo')
    expect(screen.getByRole('button', { name: 'Recargar la página' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBe(null)
  })

  it('offers to reload too after a failed retry', async () => {
    page('same')
    const Late = lazyPart(loader(Panel, 9))
    render(
      <Around>
        <Late name="Rosa" />
      </Around>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('button', { name: 'Recargar la página' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  })

  it('loads by itself in quiet mode, after growing pauses or when the connection is back', async () => {
    page('down')
    const waits: number[] = []
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    const load = loader(Panel, 3)
    const Late = lazyPart(load, 'quiet')
    render(
      <Around>
        <Late name="Rosa" />
      </Around>,
    )
    const again = async (times: number) => {
      await waitFor(() => expect(load).toHaveBeenCalledTimes(times))
      // Calls the timer's callback instead of waiting.
      const found = await waitFor(() => {
        const call = pauses.mock.calls.find(([, pause]) => pause === 2000 * 2 ** (times - 1))
        expect(call).toBeDefined()
        return call!
      })
      waits.push(found[1] as number)
      return found[0]
    }
    const first = await again(1)
    act(() => first())
    const second = await again(2)
    act(() => second())
    await again(3)
    expect(waits).toEqual([2000, 4000, 8000])
    expect(screen.queryByRole('alert')).toBe(null)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('El panel de Rosa')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(4)
  })
})

describe('a lazy dialog that fails to load', () => {
  type Props = { open: boolean; onOpenChange: (open: boolean) => void }
  const Dialog = ({ open }: Props) => (open ? <p>El diálogo</p> : null)

  function Page({ Late }: { Late: ComponentType<Props> }) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Abrir
        </button>
        <Suspense fallback={null}>{<Late open={open} onOpenChange={setOpen} />}</Suspense>
      </>
    )
  }

  it('shows the error in a dialog that takes the focus and returns it', async () => {
    page('down')
    render(<Page Late={lazyPart(loader(Dialog, 9))} />)
    const opener = screen.getByRole('button', { name: 'Abrir' })
    await userEvent.click(opener)
    await screen.findByRole('alertdialog', { name: 'No se pudo cargar esta parte.' })
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('alertdialog')).toBe(null)
    expect(document.activeElement).toBe(opener)
  })

  it('opens on retry', async () => {
    page('down')
    render(<Page Late={lazyPart(loader(Dialog, 1))} />)
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('El diálogo')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBe(null)
  })

  it('is loaded again when it is opened again', async () => {
    page('down')
    render(<Page Late={lazyPart(loader(Dialog, 1))} />)
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }))
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
    expect(await screen.findByText('El diálogo')).toBeTruthy()
  })
})

describe('a lazy menu that fails to load', () => {
  function Opener({ fetchCode }: { fetchCode: () => Promise<{ Opened: ComponentType }> }) {
    const { code, handlers } = useLazyComponent(fetchCode)
    if (code !== null) return <code.Opened />
    return (
      <button type="button" {...handlers}>
        Más
      </button>
    )
  }

  it('keeps its button, shows a toast, and opens with the next click', async () => {
    page('down')
    const load = loader(() => <p>Abierto</p>, 9)
    let comes = false
    const fetchCode = async () => ({ Opened: comes ? () => <p>Abierto</p> : await load() })
    render(
      <>
        <Opener fetchCode={fetchCode} />
        <Toaster />
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(await screen.findByText('No se pudo cargar esta parte.')).toBeTruthy()
    comes = true
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(await screen.findByText('Abierto')).toBeTruthy()
  })

  it('opens with the first click otherwise', async () => {
    render(
      <Menu trigger={<button type="button">Más</button>}>
        <MenuItem label="Editar" />
      </Menu>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Más' }))
    expect(await screen.findByRole('menuitem', { name: 'Editar' })).toBeTruthy()
  })
})

it('every lazy component handles a failed load', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!lazy-part)\.tsx?$/.test(file),
  )
  const lazily = files.filter((file) =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(lazily).toEqual([])
})
