import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { EmbedCard } from './components/embed-card.tsx'
import { idCompany, makeCompany } from './test/make.ts'

usePages()

function serve(refuse = false) {
  let company = makeCompany()
  const sent: unknown[] = []
  server.use(
    http.get(at('/api/v1/list_companies/'), () => HttpResponse.json([company])),
    http.put(at(`/api/v1/update_companies/${idCompany}/`), async ({ request }) => {
      const body = (await request.json()) as { embed_origins: string[] }
      sent.push(body)
      if (refuse) return problem(400, 'embed_origin_wrong')
      company = makeCompany(body)
      return HttpResponse.json(company)
    }),
  )
  drawPage(<EmbedCard company={idCompany} />)
  return sent
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))
const field = async () => await screen.findByRole('textbox', { name: 'Sitios, uno por línea' })

it('the sites of a company are written one on each line, and then listed', async () => {
  const sent = serve()
  await press('Agregar un sitio')
  await userEvent.type(await field(), 'https://www.oficina.ec{Enter}{Enter} http://localhost:5173 ')
  await press('Guardar')
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    'https://www.oficina.ec',
    'http://localhost:5173',
  ])
  expect(sent).toEqual([{ embed_origins: ['https://www.oficina.ec', 'http://localhost:5173'] }])
  expect(readToasts().map(({ text }) => text)).toContain('Se guardaron los sitios.')
  await press('Editar')
  await userEvent.clear(await field())
  await press('Guardar')
  expect(await screen.findByRole('button', { name: 'Agregar un sitio' })).toBeTruthy()
  expect(sent[1]).toEqual({ embed_origins: [] })
})

it.each([
  ['https://oficina.ec/firmar', '«https://oficina.ec/firmar» no sirve'],
  ['oficina.ec', '«oficina.ec» no sirve'],
  [Array.from({ length: 11 }, (_, n) => `https://s${n}.ec`).join(' '), 'Son demasiados: hasta 10 sitios.'],
])('%s is refused before it is sent', async (text, words) => {
  const sent = serve()
  await press('Agregar un sitio')
  await userEvent.click(await field())
  await userEvent.paste(text)
  await press('Guardar')
  expect(await screen.findByText(new RegExp(words.replaceAll('.', '\\.')))).toBeTruthy()
  expect(sent).toEqual([])
})

it('what the server refuses is shown at the field', async () => {
  serve(true)
  await press('Agregar un sitio')
  await userEvent.type(await field(), 'https://oficina.ec')
  await press('Guardar')
  expect(await screen.findByText(/Qué hacer\./)).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
})
