import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Dialogs about companies. */
export const companyForms = {
  newTitle: 'Nueva empresa',
  editTitle: (name: string) => `Datos de ${name}`,
  name: 'Nombre',
  nameMissing: 'Escribe el nombre de la empresa.',
  nameTaken: 'Ya hay una empresa con este nombre. ¿Quieres crear otra?',
  country: 'País',
  taxId: 'Identificación tributaria',
  taxIdHint: 'Se comprueba al guardar.',
  taxIdFree: 'Para este país no se comprueba.',
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
        `Nadie de la empresa podrá ingresar (${people}), y sus sesiones se cierran ahora.`,
        'Sus expedientes, documentos y firmas se conservan, y lo firmado se puede seguir verificando.',
        'Sus enlaces compartidos dejan de abrirse mientras tanto.',
        'Podrás reactivarla cuando quieras.',
      ],
      submit: 'Desactivar',
      done: (name: string) => `«${name}» está desactivada`,
    },
    reactivate: {
      title: (name: string) => `¿Reactivar «${name}»?`,
      effects: (people: string) => [`Sus usuarios activos pueden ingresar otra vez (${people}).`],
      submit: 'Reactivar',
      done: (name: string) => `«${name}» está activa otra vez`,
    },
    remove: {
      title: (name: string) => `¿Quitar «${name}»?`,
      effects: (people: string, cases: string, empty: boolean) =>
        empty
          ? [
              'No tiene expedientes ni usuarios que puedan ingresar: se elimina para siempre.',
              'Si tuvo usuarios, plantillas o correos, no se elimina: queda desactivada.',
            ]
          : [
              `Tiene ${people} y ${cases}: no se elimina, se desactiva.`,
              `Nadie de la empresa podrá ingresar (${people}), y sus sesiones se cierran ahora.`,
              'Sus expedientes, documentos y firmas se quedan donde están: nada va a la papelera, y lo firmado se puede seguir verificando.',
              'Sus enlaces compartidos dejan de abrirse mientras tanto.',
              'Podrás reactivarla cuando quieras.',
            ],
      submit: 'Quitar',
      done: (name: string) => `«${name}» se eliminó`,
    },
  },
  keptInstead: (name: string) => `«${name}» queda desactivada y conserva todo`,
  staysTitle: (name: string) => `«${name}» no se puede eliminar`,
  staysText: (people: string, cases: string) =>
    `Tiene ${people} y ${cases}, que se conservan. Ya está desactivada: nadie de la empresa puede ingresar. Si vuelve a trabajar, elige Reactivar en su menú.`,
  totp: {
    title: '¿Exigir la verificación en dos pasos?',
    lacking: (count: number) =>
      count === 0
        ? 'Todos los usuarios ya la tienen: para ellos no cambia nada.'
        : count === 1
          ? 'A 1 usuario todavía le falta: tendrá que activarla la próxima vez que use Foja.'
          : `A ${count} usuarios todavía les falta: tendrán que activarla la próxima vez que usen Foja.`,
    unless: (provider: string) => `Salvo a quien haya ingresado con su cuenta de ${provider}: sigue sin ella.`,
    you: 'Tú también estás entre ellos: ten a mano tu teléfono.',
    youByPassword: 'Tú también estás entre ellos: si ingresaste con contraseña, ten a mano tu teléfono.',
    submit: 'Exigirla',
  },
  passkey: {
    title: '¿Exigir una llave de acceso?',
    lacking: (count: number) =>
      count === 0
        ? 'Todos los usuarios ya la tienen: para ellos no cambia nada.'
        : count === 1
          ? 'A 1 usuario todavía le falta: tendrá que agregarla la próxima vez que use Foja.'
          : `A ${count} usuarios todavía les falta: tendrán que agregarla la próxima vez que usen Foja.`,
    unless: (provider: string) => `Salvo a quien haya ingresado con su cuenta de ${provider}: sigue sin ella.`,
    you: 'Tú también estás entre ellos: tendrás que agregar una.',
    youByPassword: 'Tú también estás entre ellos: si ingresaste con contraseña, tendrás que agregar una.',
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
