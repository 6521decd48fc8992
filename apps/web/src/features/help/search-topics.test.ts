import { describe, expect, it } from 'vitest'
import * as en from '../../test/en.ts'
import * as es from '../../test/es.ts'
import { topicSearch } from './search-topics.ts'
import type { HelpTopic } from './topics.ts'

const search = {
  es: topicSearch(
    { ...es.signTopics, ...es.mediateTopics, ...es.manageTopics, ...es.administerTopics },
    es.help.fillers,
  ),
  en: topicSearch(
    { ...en.signTopics, ...en.mediateTopics, ...en.manageTopics, ...en.administerTopics },
    en.help.fillers,
  ),
}

const first = {
  es: [
    ['perdí mi teléfono', 'forgotten'],
    ['se me olvidó la clave', 'keyFails'],
    ['olvidé mi contraseña', 'choosePassword'],
    ['cambiar contraseña', 'profile'],
    ['enviar por whatsapp', 'share'],
    ['no me llega el correo', 'outbox'],
    ['quiero pedir una firma', 'askSigners'],
    ['no puedo entrar', 'signIn'],
    ['mi certificado está vencido', 'keyFails'],
    ['cancelar un pedido', 'followUp'],
    ['se fue un empleado', 'leaves'],
    ['no abre', 'keyFails'],
    ['devolver', 'goBack'],
    ['logo', 'company'],
  ],
  en: [
    ['I lost my phone', 'forgotten'],
    ['I forgot the passphrase', 'keyFails'],
    ['I forgot my password', 'choosePassword'],
    ['change password', 'profile'],
    ['send by whatsapp', 'share'],
    ['the email has not arrived', 'outbox'],
    ['I cannot sign in', 'signIn'],
    ['my certificate expired', 'keyFails'],
    ['cancel a request', 'followUp'],
    ['someone left the office', 'leaves'],
    ['does not open', 'keyFails'],
    ['return', 'goBack'],
  ],
} as const satisfies Record<'es' | 'en', readonly (readonly [string, HelpTopic])[]>

it.each(first.es)('the help answers «%s» with %s first', (q, topic) => {
  expect(search.es(q)[0]).toBe(topic)
})

it.each(first.en)('the help in English answers “%s” with %s first', (q, topic) => {
  expect(search.en(q)[0]).toBe(topic)
})

it.each([
  ['es', 'cómo firmo un documento', 'signPdf'],
  ['es', 'agregar archivos', 'newCase'],
  ['es', 'se me olvidó la clave', 'choosePassword'],
  ['es', 'cambié de celular', 'forgotten'],
  ['es', 'no puedo entrar', 'forgotten'],
  ['es', 'borrar un documento', 'readDocument'],
  ['en', 'how do I sign a document', 'signPdf'],
  ['en', 'adding files', 'newCase'],
  ['en', 'I am not getting the email', 'outbox'],
  ['en', 'cannot log in', 'signIn'],
  ['en', 'request a signature', 'askSigners'],
] as const)('the help in %s answers “%s” with %s among the first three', (language, q, topic) => {
  expect(search[language](q).slice(0, 3)).toContain(topic)
})

const topic = (title: string, words = '', text = '', step = '') => ({ title, words, text, steps: [step] })

describe('the search of the help', () => {
  const forms = (word: string, q: string) => topicSearch({ it: topic(word) }, '')(q).length === 1

  it('finds other forms of a word, without accents', () => {
    const pairs =
      'firmo firmar|firmé firmas|perdí perdió|llega llegó|olvidé olvidó|pedir pedidos|abro abrir|convocar convocación'
    for (const pair of `${pairs}|sign signing|verify verified|copies copy|invite invitation`.split('|')) {
      const [word, other] = pair.split(' ') as [string, string]
      expect([pair, forms(word, other), forms(other, word)]).toEqual([pair, true, true])
    }
  })

  it('tells words apart that only begin alike', () => {
    for (const pair of 'correo corrige|entra entrega|login logo|parte papel|company complete'.split('|')) {
      const [word, other] = pair.split(' ') as [string, string]
      expect([pair, forms(word, other), forms(other, word)]).toEqual([pair, false, false])
    }
  })

  it('finds words while they are typed, and nothing inside a word', () => {
    expect(forms('certificado', 'cert')).toBe(true)
    expect(forms('certificado', 'ificado')).toBe(false)
  })

  it('puts the title before other words, the summary and the steps', () => {
    const topics = {
      d: topic('x', '', '', 'sello'),
      c: topic('x', '', 'sello'),
      b: topic('x', 'sello'),
      a: topic('sello'),
    }
    expect(topicSearch(topics, '')('sello')).toEqual(['a', 'b', 'c', 'd'])
  })

  it('puts two words in the steps before one in the title', () => {
    const topics = { one: topic('sello'), both: topic('x', '', '', 'sello rojo'), none: topic('y') }
    expect(topicSearch(topics, '')('sello rojo')[0]).toBe('both')
  })

  it('leaves filler words out, unless there are no others', () => {
    const topics = { it: topic('no sé'), other: topic('sello') }
    expect(topicSearch(topics, 'no tengo')('no tengo sello')).toEqual(['other'])
    expect(topicSearch(topics, 'no tengo')('no')).toEqual(['it'])
  })

  it('finds nothing when no word matches', () => {
    expect(search.es('zzz de la qqq')).toEqual([])
    expect(search.es('¿?')).toEqual([])
  })
})
