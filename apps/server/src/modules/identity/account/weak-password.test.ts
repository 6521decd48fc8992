import { describe, expect, it } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

const about = ['gael.gestor@oficina.ec', 'Gael Gestor Ñáñez', 'Centro de Mediación Cóndor', 'Ana Li']

describe('passwords among the first guesses', () => {
  it.each([
    'unbelievable',
    'lost4815162342',
    'UnBelievable',
    'q1w2e3r4t5y6',
    'Superman2024',
    '2024 ¡Liverpool!',
    'barcelona-1899',
    'contraseña 1234',
    'abcabcabcabc',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'gestorgestor',
    'Ñáñez 1712 345',
    'condor.condor',
    'dacbbdcaacdb',
    'asdf7392018465',
    'asdf-7392-018465',
    '729184530162',
    'love72918453',
    'ana 7291 8453 0162',
  ])('%s is weak', (password) => {
    expect(isWeakPassword(password, about)).toBe(true)
  })

  it.each([
    'caballo correcto bateria grapa',
    'la lluvia de Otavalo en marzo',
    'Xk2-vPq8-mRt5',
    'superman come maíz tostado',
    'love 7291845301620',
    '7f3a9c51e0b2',
    'dacbbdceacdb',
    'sdf7392018465',
    'asdf-7392-0184-65',
    '7291-8453-0162',
    'love729184530',
    'li 7291 8453 0162',
  ])('%s is strong', (password) => {
    expect(isWeakPassword(password, about)).toBe(false)
  })
})
