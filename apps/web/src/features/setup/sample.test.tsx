import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { browserCountry, SetupForm } from './components/setup-form.tsx'
import { SampleNotice } from './components/sample-notice.tsx'

usePages()

const counts = { personas: 6, expedientes: 12, documentos: 15, plantillas: 1 }
const contents = '6 usuarios, 12 expedientes, 15 documentos y 1 plantilla'

it('the setup page says what the sample contains and how to remove it', async () => {
  drawPage(<SetupForm codeRequired={false} sample={{ empresa: 'Ejemplo', ...counts }} onDone={() => {}} />)
  expect(
    await screen.findByText(
      'Una empresa inventada, aparte de la tuya, con 12 expedientes para ver cómo queda todo. Se quita con un botón.',
    ),
  ).toBeTruthy()
})

it.each([
  [['es-MX', 'es'], 'MX'],
  [['en', 'es-419', 'es-GT'], 'GT'],
  [['en-US'], 'EC'],
  [[], 'EC'],
])('the setup page suggests the country of the browser languages %j', (languages, country) => {
  expect(browserCountry(languages)).toBe(country)
})

it('the setup page names the tax id as the country does', async () => {
  drawPage(<SetupForm codeRequired={false} sample={null} onDone={() => {}} />)
  const user = userEvent.setup()
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: /País/ }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    await user.click(options.find(({ textContent }) => textContent === name)!)
    return options.map(({ textContent }) => textContent)
  }
  await screen.findByLabelText(/^RUC/)
  const offered = await choose('Guatemala')
  expect(offered.slice(0, 2)).toEqual(['Ecuador', 'España'])
  expect(offered.slice(8)).toEqual([...offered.slice(8, -1).toSorted((a, b) => a.localeCompare(b, 'es')), 'Otro país'])
  await screen.findByLabelText(/^NIT/)
  await choose('Otro país')
  await screen.findByLabelText(/^Identificación tributaria/)
})

it('the home page names the sample company, and asks before removing it', async () => {
  let there = true
  const sample = { id: '22222222-2222-4222-8222-222222222222', nombre: 'Ejemplo', ...counts, se_quedan: 2 }
  server.use(
    http.get(at('/api/v1/sample_office/'), () => HttpResponse.json({ sample: there ? sample : null })),
    http.delete(at('/api/v1/sample_office/'), () => {
      there = false
      return HttpResponse.json({ outcome: 'removed', expedientes: 0 })
    }),
  )
  const user = userEvent.setup()
  drawPage(<SampleNotice />)
  await screen.findByText(/expedientes de «Ejemplo» son inventados/)
  await user.click(screen.getByRole('button', { name: 'Quitarlos' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const effects = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(effects[0]).toContain(`«Ejemplo» con ${contents}`)
  expect(effects[1]).toContain('2 expedientes')
  expect(there).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Quitar los datos de ejemplo' }))
  await waitFor(() => expect(screen.queryByText('Hay datos de ejemplo')).toBeNull())
  expect(there).toBe(false)
  expect(readToasts().map(({ text }) => text)).toEqual(['Los datos de ejemplo ya no están.'])
}, 20_000)
