import { describe, expect, it } from 'vitest'
import { isExampleAddress, wasWithheld, withoutExamples } from './example-address.ts'
import type { Mailer, OutgoingMessage } from './mailer.ts'

/** A mailer that accepts everything and records the recipients. */
function recording() {
  const handed: string[][] = []
  const mailer: Mailer = {
    ping: async () => {},
    send: async ({ recipients }) => {
      handed.push([...recipients])
      return { accepted: [...recipients], refused: [], reply: '250 ok' }
    },
  }
  return { handed, mailer: withoutExamples(mailer) }
}

const messageTo = (...recipients: string[]): OutgoingMessage => ({
  id: '1@oficina.ec',
  date: new Date(0),
  from: { name: '', address: 'foja@oficina.ec' },
  replyTo: null,
  to: recipients,
  cc: [],
  recipients,
  subject: 'Cita',
  text: '',
  html: '',
  automatic: true,
  calendar: null,
  attachments: [],
  pictures: [],
})

it.each([
  ['rocio@oficina.example', true],
  ['a@EXAMPLE', true],
  ['a@b.c.invalid', true],
  ['a@buzon.test', true],
  ['a@equipo.localhost', true],
  ['a@contest', false],
  ['a@mytest.ec', false],
  ['a@example.ec', false],
  ['test@oficina.ec', false],
])('%s is an example address: %s', (address, expected) => {
  expect(isExampleAddress(address)).toBe(expected)
})

describe('messages to example addresses', () => {
  it('go to the other recipients only', async () => {
    const { handed, mailer } = recording()
    const delivery = await mailer.send(messageTo('ana@oficina.ec', 'rocio@oficina.example'))
    expect(handed).toEqual([['ana@oficina.ec']])
    expect(delivery.accepted).toEqual(['ana@oficina.ec'])
    expect(delivery.refused).toEqual([{ address: 'rocio@oficina.example', permanent: true, reply: '' }])
    expect(delivery.refused.every(wasWithheld)).toBe(true)
  })

  it('fail permanently without other recipients', async () => {
    const { handed, mailer } = recording()
    const sending = mailer.send(messageTo('rocio@oficina.example'))
    await expect(sending).rejects.toMatchObject({ code: 'example_address', permanent: true })
    expect(handed).toEqual([])
  })

  it('are distinguished from refusals of a server', () => {
    expect(wasWithheld({ address: 'a@b.example', permanent: true, reply: '550 no' })).toBe(false)
    expect(wasWithheld({ address: 'a@b.ec', permanent: true, reply: '' })).toBe(false)
  })
})
