import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Dialogs about companies. */
export const companyForms = {
  newTitle: 'Nueva empresa',
  editTitle: (name: string) => `Datos de ${name}`,
  name: 'Nombre',
  nameMissing: 'Escribe el nombre de la empresa.',
  nameTaken: 'Ya hay una empresa con este nombre. ¿Creas otra?',
  country: 'País',
  taxId: 'Identificación tributaria',
  taxIdHint: 'Se comprueba al guardar.',
  taxIdFree: 'De este país se guarda como la escribas.',
  email: 'Correo',
  emailWrong: 'Escribe un correo completo, como ana@oficina.ec.',
  phone: 'Teléfono',
  address: 'Dirección',
  create: 'Crear empresa',
  createAnyway: 'Crear otra',
  save: 'Guardar',
  created: (name: string) => `«${name}» está creada`,
  createdNext: 'Invita ahora a quienes trabajan en ella.',
  invite: 'Invitar',
  saved: 'Cambios guardados',
  acts: {
    deactivate: {
      title: (name: string) => `¿Desactivar «${name}»?`,
      effects: (people: string) => [
        `Nadie de la empresa podrá entrar (${people}), y sus sesiones se cierran ahora.`,
        'Sus expedientes, documentos y firmas se conservan, y lo firmado sigue pudiéndose comprobar.',
        'Sus enlaces compartidos dejan de abrirse mientras tanto.',
        'Podrás reactivarla cuando quieras.',
      ],
      submit: 'Desactivar',
      done: (name: string) => `«${name}» está desactivada`,
    },
    reactivate: {
      title: (name: string) => `¿Reactivar «${name}»?`,
      effects: (people: string) => [`Sus personas activas pueden entrar otra vez (${people}).`],
      submit: 'Reactivar',
      done: (name: string) => `«${name}» está activa otra vez`,
    },
    remove: {
      title: (name: string) => `¿Quitar «${name}»?`,
      effects: (people: string, cases: string, empty: boolean) =>
        empty
          ? [
              'No tiene expedientes ni nadie que pueda entrar: se borra del todo y no se puede deshacer.',
              'Solo si guarda algo de antes (personas que se fueron, plantillas o correos) se queda desactivada, con todo lo suyo.',
            ]
          : [
              `Tiene ${people} y ${cases}: no se borra, se desactiva.`,
              `Nadie de la empresa podrá entrar (${people}), y sus sesiones se cierran ahora.`,
              'Sus expedientes, documentos y firmas se quedan donde están: nada va a la papelera, y lo firmado sigue pudiéndose comprobar.',
              'Sus enlaces compartidos dejan de abrirse mientras tanto.',
              'Podrás reactivarla cuando quieras.',
            ],
      submit: 'Quitar',
      done: (name: string) => `«${name}» se borró`,
    },
  },
  keptInstead: (name: string) => `«${name}» queda desactivada y conserva todo`,
  staysTitle: (name: string) => `«${name}» no se puede borrar`,
  staysText: (people: string, cases: string) =>
    `Tiene ${people} y ${cases}, que se conservan. Ya está desactivada: nadie de la empresa puede entrar. Si vuelve a trabajar, elige Reactivar en su menú.`,
  totp: {
    title: '¿Exigir la verificación en dos pasos?',
    lacking: (count: number) =>
      count === 0
        ? 'Todas las personas ya la tienen: para ellas no cambia nada.'
        : count === 1
          ? 'A 1 persona todavía le falta: en cuanto haga algo, Foja le pedirá activarla antes de seguir.'
          : `A ${count} personas todavía les falta: en cuanto hagan algo, Foja les pedirá activarla antes de seguir.`,
    unless: (provider: string) => `Salvo a quien haya ingresado con su cuenta de ${provider}: sigue sin ella.`,
    you: 'Tú también estás entre ellas: ten a mano tu teléfono.',
    youByPassword: 'Tú también estás entre ellas: si ingresaste con contraseña, ten a mano tu teléfono.',
    submit: 'Exigirla',
  },
  passkey: {
    title: '¿Exigir una llave de acceso?',
    lacking: (count: number) =>
      count === 0
        ? 'Todas las personas ya la tienen: para ellas no cambia nada.'
        : count === 1
          ? 'A 1 persona todavía le falta: en cuanto haga algo, Foja le pedirá agregarla antes de seguir.'
          : `A ${count} personas todavía les falta: en cuanto hagan algo, Foja les pedirá agregarla antes de seguir.`,
    unless: (provider: string) => `Salvo a quien haya ingresado con su cuenta de ${provider}: sigue sin ella.`,
    you: 'Tú también estás entre ellas: tendrás que agregar una.',
    youByPassword: 'Tú también estás entre ellas: si ingresaste con contraseña, tendrás que agregar una.',
    submit: 'Exigirla',
  },
  passkeyEnd: {
    title: '¿Dejar de exigir una llave de acceso?',
    text: 'La verificación en dos pasos se sigue exigiendo, con un código del teléfono o una llave.',
    submit: 'Dejar de exigirla',
  },
  totpEnd: {
    title: '¿Dejar de exigir la verificación en dos pasos?',
    text: 'Quien la tiene la conserva y puede quitarla en Mi perfil; a los demás les basta la contraseña.',
    submit: 'Dejar de exigirla',
  },
}

export const useCompanyFormsTexts = defineTexts(companyForms, () => import('./company-forms.en.ts'))
