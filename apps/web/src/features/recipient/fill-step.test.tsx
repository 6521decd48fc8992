import type { RecipientView } from '@foja/contracts/recipients'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { recipientDocument, recipientView } from '../../test/recipient-view.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { makeField } from '../../test/template-field.ts'
import { RecipientPage } from './components/recipient-page.tsx'

useServer()

const token = 'x'.repeat(43)
const fields = [
  makeField('domicilio', { label: 'Domicilio', required: true }),
  makeField('canon', { label: 'Canon', type: 'number', format: { kind: 'number', as: 'decimal', decimals: 2 } }),
  makeField('acepto', { label: 'Acepto', type: 'checkbox' }),
]
const viewOf = (change: Partial<RecipientView> = {}): RecipientView =>
  recipientView({
    titulo: 'Contrato',
    recipient: { ...recipientView().recipient, nombre: 'Ana', email: 'ana@ejemplo.ec' },
    documents: [recipientDocument(1, 'Contrato.pdf')],
    fill: { locale: 'es-EC', fields, data: { canon: '500.5' } },
    acts: ['read', 'fill', 'decline'],
    ...change,
  })

/** Answers as the server does. `status`: after filling. `fail`: what filling answers at first. */
function serve(status: 'visto' | 'en_espera', fail: Response | null = null) {
  let view = viewOf()
  let refusal = fail
  const sent: unknown[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), () => HttpResponse.json(view)),
    http.post(at('/api/v1/recipient_fill/'), async ({ request }) => {
      sent.push(await request.json())
      if (refusal !== null) {
        const answer = refusal
        refusal = null
        return answer
      }
      const acts = status === 'visto' ? (['read', 'sign', 'decline'] as const) : (['read'] as const)
      view = viewOf({ fill: null, acts: [...acts], recipient: { ...view.recipient, status } })
      return HttpResponse.json({ status })
    }),
  )
  return sent
}

const open = () => renderWithQueries(<RecipientPage token={token} mainId="m" brand="Foja" tools={null} />)
const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }))
const begin = async () => {
  open()
  expect(
    await screen.findByRole('heading', { name: 'Lucía Peñaherrera te pide llenar tus datos en un documento' }),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Firmar' })).toBeNull()
  await press('Llenar mis datos')
  await screen.findByRole('heading', { name: 'Tus datos' })
}
const typeHome = async (text: string) => await userEvent.type(screen.getByRole('textbox', { name: /^Domicilio/ }), text)

describe('the fields of a recipient', () => {
  it('are filled, and then the recipient goes on to sign', async () => {
    const sent = serve('visto')
    await begin()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Canon' }).value).toBe('500,5')
    await press('Guardar mis datos')
    expect(screen.getByText('Completa este campo: es obligatorio.')).toBeTruthy()
    expect(sent).toEqual([])
    await typeHome('Calle Ñandú 7')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Acepto' }))
    await press('Guardar mis datos')
    expect(await screen.findByRole('button', { name: 'Firmar' })).toBeTruthy()
    expect(sent).toEqual([{ data: { domicilio: 'Calle Ñandú 7', canon: '500.5', acepto: true } }])
  })

  it('are thanked for while others have to fill theirs', async () => {
    serve('en_espera')
    await begin()
    await typeHome('Quito')
    await press('Guardar mis datos')
    expect(await screen.findByRole('heading', { name: 'Gracias, tus datos están guardados' })).toBeTruthy()
    expect(screen.getByText('Te escribimos a ana@ejemplo.ec cuando puedas firmar.')).toBeTruthy()
  })

  it('stay typed when the recipient reads again, and after a failure', async () => {
    const sent = serve('visto', problem(400, 'pdf_cannot_be_filled'))
    await begin()
    await typeHome('Quito')
    await press('Volver a leer')
    await press('Llenar mis datos')
    await press('Guardar mis datos')
    expect(await screen.findByText('No se guardaron tus datos')).toBeTruthy()
    await press('Guardar mis datos')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ data: { domicilio: 'Quito' } })
  })
})
