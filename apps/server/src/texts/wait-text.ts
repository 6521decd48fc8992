import type { Texts } from './locale.ts'

const say = (amount: number, es: readonly [string, string], en: readonly [string, string]): Texts => {
  const form = amount === 1 ? 0 : 1
  return {
    es: `Espera ${amount} ${es[form]} y vuelve a intentarlo.`,
    en: `Wait ${amount} ${en[form]} and try again.`,
  }
}

/** How long to wait: in minutes, from an hour and a half in hours. */
export function waitText(seconds: number): Texts {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 90
    ? say(minutes, ['minuto', 'minutos'], ['minute', 'minutes'])
    : say(Math.ceil(minutes / 60), ['hora', 'horas'], ['hour', 'hours'])
}
