import { expect, it } from 'vitest'
import { convocationLetter, type ConvocationLetter } from './convocation-letter.ts'

const letter: ConvocationLetter = {
  kind: 'ask',
  locale: 'es',
  nombre: 'Ana',
  sender: 'Lucía Peñaherrera',
  company: 'Cóndor Andino',
  titulo: 'Linderos',
  when: 'viernes, 4 de diciembre de 2026, 10:00 GMT-5',
  zone: 'hora de Ecuador',
  lugar: 'Sala 2',
  message: 'Traiga su cédula.',
  url: 'https://foja.example/pedido?p=x',
}

it.each([
  ['ask', 'es', 'Convocatoria: Linderos', 'te convoca a esta cita'],
  ['moved', 'es', 'Nueva fecha de tu cita: Linderos', 'contesta otra vez'],
  ['remind', 'es', '¿Asistirás? Linderos', 'espera tu respuesta'],
  ['ask', 'en', 'Appointment: Linderos', 'asks you to this appointment'],
  ['moved', 'en', 'New date of your appointment: Linderos', 'please answer again'],
  ['remind', 'en', 'Will you come? Linderos', 'is waiting for your answer'],
] as const)(
  'a convocation (%s, %s) says who convenes, when, where and how to answer',
  (kind, locale, subject, body) => {
    const { subject: given, text } = convocationLetter({ ...letter, kind, locale })
    expect(given).toBe(`${subject}, ${letter.when}`)
    for (const part of [body, `${letter.when} (hora de Ecuador)`, 'Sala 2', 'Traiga su cédula.', letter.url!]) {
      expect(text).toContain(part)
    }
  },
)

it('a convocation without a place or a message leaves both out', () => {
  const { text } = convocationLetter({ ...letter, lugar: null, message: null })
  expect(text).not.toMatch(/Dónde|Traiga/)
})
