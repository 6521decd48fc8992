import type { TemplateField } from '@foja/contracts/template-fields'
import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { startRouter, useNavigate, useShown } from '../../../../lib/router/router.tsx'
import { at, http, HttpResponse, server } from '../../../../test/server.ts'
import { templateQuery } from '../../api/templates.ts'
import { TemplateEditor } from '../template-editor.tsx'
import { pages, wireField } from './make.ts'
import { renderWithQueries } from '../../../../test/render.tsx'

const person = { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía Peñaherrera', email: 'l@x.ec' }
export const id = '44444444-4444-4444-8444-444444444444'

export const template = (change: Partial<Template> = {}): Template => {
  const { version = 7, fields = [wireField('uno'), wireField('dos', { y: 200 })] } = change
  return {
    id,
    name: 'Acta de acuerdo',
    id_company: '22222222-2222-4222-8222-222222222222',
    paginas: pages.length,
    field_count: fields.length,
    version,
    created_by: person,
    updated_by: person,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: new Date(Date.now() - 90_000).toISOString(),
    uses: 0,
    last_used_at: null,
    archived: false,
    thumbnail: '/api/v1/page_image/t/',
    actions: ['use', 'edit', 'delete'],
    pdf_path: 'base',
    locale: 'es-EC',
    page_sizes: pages,
    fields,
    versions: [version, version - 1].map((number) => ({
      version: number,
      name: 'Acta de acuerdo',
      field_count: fields.length,
      created_by: person,
      created_at: '2026-11-01T10:00:00.000Z',
    })),
    ...change,
  }
}

const images = {
  paginas: pages.length,
  pages: pages.map((size, index) => ({ page: index + 1, ...size, url: `/api/v1/page_image/${index + 1}/` })),
}

function Page() {
  const { search } = useShown()
  const navigate = useNavigate()
  const version = search['version'] === undefined ? undefined : Number(search['version'])
  const newest = useQuery(templateQuery(id))
  const old = useQuery({ ...templateQuery(id, version), enabled: version !== undefined })
  if (newest.data === undefined) return null
  return (
    <TemplateEditor
      template={newest.data}
      viewing={version === undefined ? undefined : old.data}
      frame={({ header, tools, children }) => (
        <>
          <header>{header}</header>
          {tools}
          <main>{children}</main>
        </>
      )}
      onBack={() => void navigate({ href: '/plantillas' })}
      onUse={() => void navigate({ href: '/usar' })}
      onVersion={(next) => void navigate({ search: { version: next } })}
      onOpen={(other) => void navigate({ href: `/plantillas/${other}` })}
    />
  )
}

const Elsewhere = () => <p>Otra página</p>

/** Renders the editor like its page does; `saved` collects the request bodies. */
export async function openEditor(first: Template = template()) {
  const now = { template: first }
  const saved: { id?: string; version?: number; name: string; fields: TemplateField[]; locale: string }[] = []
  server.use(
    http.get(at('/api/v1/details_template/:id/'), () => HttpResponse.json(now.template)),
    http.post(at('/api/v1/template_pdf_to_image/:id/'), () => HttpResponse.json(images)),
    http.post(at('/api/v1/detect_fields/'), () => HttpResponse.json({ fields: [], skipped: [] })),
    http.post(at('/api/v1/save_template/'), async ({ request }) => {
      const body = (await request.json()) as (typeof saved)[number]
      saved.push(body)
      now.template = template({ ...now.template, ...body, id, version: now.template.version + 1 } as Template)
      return HttpResponse.json(now.template)
    }),
  )
  const root = createRootRoute({ notFoundComponent: Elsewhere })
  const page = createRoute({ getParentRoute: () => root, path: '/plantillas/$id', component: Page })
  const router = startRouter(root.addChildren([page]), createMemoryHistory({ initialEntries: [`/plantillas/${id}`] }))
  const view = renderWithQueries(<RouterProvider router={router} />)
  await screen.findByRole('region', { name: 'Páginas de la plantilla' })
  return { saved, now, router, view }
}

/** The accessible names of the fields on the pages. */
export const fieldNames = () =>
  Array.from(document.querySelectorAll('[data-field]'), (element) => element.getAttribute('aria-label') ?? '')

export const fieldAt = (at: number) => document.querySelectorAll<HTMLElement>('[data-field]')[at]!

/** A pointer event, which jsdom lacks, at window coordinates. */
export function pointer(type: string, element: Element, x: number, y: number, more: object = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y, ...more })
  fireEvent(element, Object.assign(event, { pointerId: 1, pointerType: 'mouse' }))
}

/** The last announcement to screen readers. */
export const announcement = () =>
  document.querySelector('output[aria-live=polite]')?.textContent?.replace('\u{A0}', '') ?? ''
