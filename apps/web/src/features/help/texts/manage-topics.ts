import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { Topic, TopicOf } from '../topics.ts'

export const manageTopics: Record<TopicOf<'manage'>, Topic> = {
  templates: {
    title: 'Preparar una plantilla',
    text: 'Marca una vez dónde va cada dato de un PDF.',
    steps: [
      'En «Plantillas», elige «Nueva plantilla» y sube el PDF.',
      'Dibuja los campos en la página y di qué lleva cada uno.',
      'Guarda. «Usar» crea un documento con esos datos.',
      'Con «Pedir firmas» eliges quién firma en cada campo y sale el pedido.',
    ],
    words: 'formulario campos acta contrato modelo roles firmas',
  },
  fillTemplate: {
    title: 'Usar una plantilla',
    text: 'Un documento listo con los datos del expediente.',
    steps: [
      'En «Plantillas», elige «Usar».',
      'Elige el expediente: lo que ya se sabe se llena solo.',
      'Completa lo que falta mientras ves el documento.',
      'Elige «Crear documento», o «Pedir firmas» para enviarlo de una vez.',
    ],
    words: 'llenar formulario acta contrato crear documento',
  },
  fillMany: {
    title: 'Llenar muchos documentos',
    text: 'Un documento por cada fila de una hoja de cálculo.',
    steps: [
      'Guarda tu lista como CSV, con títulos en la primera fila.',
      'Usa la plantilla y elige llenarla con un CSV.',
      'Revisa las filas y descarga el ZIP.',
      'Para pedir la firma de cada uno, di de qué columnas salen las personas.',
    ],
    words: 'csv excel masivo lote rellenar zip',
  },
  recipientsFill: {
    title: 'Pedir datos a quien firma',
    text: 'Quien firma llena sus campos antes de que alguien firme.',
    steps: [
      'En «Plantillas», abre la plantilla y dibuja un campo de firma con su rol.',
      'En cada dato de esa persona, elige su rol en «Quién lo llena». Guarda.',
      'En «Usar», llena lo de la oficina y elige «Pedir firmas».',
      'Cada persona llena lo suyo en su enlace. Cuando todas terminan, sale el documento y empiezan las firmas.',
    ],
    words: 'llenar campos destinatario formulario rol datos',
  },
  users: {
    title: 'Invitar a un usuario',
    text: 'Cada usuario ingresa con su correo y su rol.',
    steps: [
      'En «Usuarios», elige «Nuevo usuario».',
      'Elige su rol y si recibe una invitación o una contraseña.',
      'La invitación vence en 7 días. Puedes enviar otra desde su menú.',
    ],
    words: 'usuario rol gestor mediador invitación desactivar quitar',
  },
  roles: {
    title: 'Qué puede cada rol',
    text: 'Elige el menor que alcance para su trabajo.',
    steps: [
      '«Usuario» crea solicitudes, firma y ve lo suyo.',
      '«Mediación» atiende las solicitudes que tiene a cargo y registra resultados.',
      '«Gestión» administra los usuarios, las plantillas y los ajustes de su empresa.',
      '«Administración» tiene a su cargo todas las empresas, el correo, las autoridades y el estado.',
      'Cámbialo en «Usuarios», desde el menú de la persona.',
    ],
    words: 'permisos usuario mediador gestor administrador cambiar rol',
  },
  leaves: {
    title: 'Cuando una persona se va',
    text: 'Entrega lo que tenía abierto y deja su historia.',
    steps: [
      'En «Usuarios», abre el menú de la persona y elige «Desactivar».',
      'Elige quién recibe sus solicitudes abiertas.',
      'Sus sesiones se cierran al instante y su historia queda.',
      'Si vuelve, elige «Reactivar».',
      'Si no volverá, «Quitar de la oficina» la saca de la lista y libera su correo. No se puede deshacer.',
    ],
    words: 'baja desactivar quitar entregar reasignar despido salida empleado renuncia eliminar usuario',
  },
  company: {
    title: 'Los datos de tu empresa',
    text: 'Nombre, identificación y logotipo de la oficina.',
    steps: [
      'En «Mi empresa», completa los datos.',
      'Sube el logotipo: PNG o JPEG, hasta 1 MB.',
      'Decide si la verificación en dos pasos es obligatoria.',
    ],
    words: 'logo logotipo ruc nit identificación oficina',
  },
  signingSettings: {
    title: 'Cómo firma la oficina',
    text: 'Nivel, apariencia y sello de tiempo que se proponen al firmar.',
    steps: [
      'En «Mi firma», elige «Ajustes de firma».',
      'Pon la dirección de tu autoridad de sellado y pruébala.',
      'Elige el nivel que se propone a cada persona.',
    ],
    words: 'pades tsa sello de tiempo nivel apariencia',
  },
  officeSeal: {
    title: 'El sello de la oficina',
    text: 'Con él se sellan las firmas simples.',
    steps: [
      'En «Ajustes de firma», busca «Sello de la oficina».',
      'Sube el certificado de la empresa (.p12 o .pfx) con su clave.',
      'Desde entonces se puede pedir «Firma simple» a quien no tiene certificado.',
      'Antes de que caduque, sube el que lo renueva.',
    ],
    words: 'firma simple certificado empresa persona jurídica sellar',
  },
  apiKeys: {
    title: 'Conectar otro programa',
    text: 'Una clave de API le da acceso sin tu contraseña.',
    steps: [
      'Para un programa tuyo, abre «Mi perfil»; para uno de la empresa, «API y webhooks».',
      'En «Claves de API», elige «Nueva clave».',
      'Marca lo que puede hacer, hasta cuándo y desde qué redes.',
      'Cópiala en ese momento: no se vuelve a mostrar.',
      'Si se perdió, elige «Revocar»: deja de servir al instante.',
      'Antes de que venza, haz otra y revoca la anterior. Para la empresa, la nueva es otra cuenta de servicio: lo que hizo la anterior queda a nombre de esa.',
      'Para quien lo programa hay un cliente de TypeScript, foja para la terminal, un servidor MCP para asistentes y un ejemplo de n8n. Los explica docs/programas.md, en el código de Foja.',
    ],
    words: 'api clave integración programa cuenta de servicio token revocar cliente terminal mcp n8n asistente',
  },
  webhooks: {
    title: 'Avisar a otro programa',
    text: 'Foja le avisa en cuanto pasa algo: un documento firmado, un pedido completo.',
    steps: [
      'Abre «API y webhooks» y elige «Nuevo webhook».',
      'Escribe la dirección del programa y marca los eventos.',
      'Copia el secreto en ese momento: con él, el programa comprueba que el aviso es de Foja.',
      'Elige «Probar». En «Envíos» está cada aviso con su respuesta.',
      'Si falla tres días seguidos, Foja lo detiene y te avisa. Cuando funcione, elige «Reanudar»: sale lo que estaba en cola.',
      'Lo que pasa mientras está en pausa o detenido no se envía: el programa lo pide con una clave de API.',
    ],
    words: 'webhook integración evento programa envíos secreto',
  },
  embedding: {
    title: 'Firmar dentro de tu sitio web',
    text: 'Quien firma no sale de tu página: la de Foja se abre en ella.',
    steps: [
      'Abre «API y webhooks» y elige «Agregar un sitio».',
      'Escribe el comienzo de la dirección, como https://www.oficina.ec, y guarda.',
      'Da a quien hace tu sitio la guía de «Cómo se hace».',
      'Envía un pedido y ábrelo desde tu sitio para probarlo.',
      'Quita un sitio de la lista cuando ya no deba mostrar tus pedidos.',
    ],
    words: 'incrustar iframe marco sitio web página integración',
  },
  provisioning: {
    title: 'Crear cuentas en el primer ingreso',
    text: 'Quien ya tiene cuenta en tu oficina entra a Foja sin invitación.',
    steps: [
      'Abre «Mi empresa» o «Empresas» y busca «Cuentas de la oficina». Está si un administrador conectó el proveedor.',
      'Activa «Crear la cuenta en el primer ingreso».',
      'Un administrador de Foja escribe los dominios de correo de tu oficina.',
      'Elige el rol de quien entra y, si quieres, otro para cada grupo.',
      'Guarda. Quien sale del proveedor sale también de Foja.',
    ],
    words: 'oidc proveedor identidad google microsoft entra grupos dominio sso cuenta automática',
  },
  privacy: {
    title: 'Entregar o borrar los datos de una persona',
    text: 'Quien lo pide recibe todo lo suyo, o deja de figurar.',
    steps: [
      'En «Mi empresa», elige «Ver privacidad». Si eres administrador, abre antes la empresa en «Empresas».',
      'Busca a la persona por su correo o su identificación.',
      'Con «Descargar todo» recibes un ZIP con lo que hay de ella.',
      'Con «Borrar…» ves qué se borrará y qué se conserva, y por qué.',
      'Escribe el motivo y confirma. No se puede deshacer.',
    ],
    words: 'privacidad datos personales exportar borrar supresión acceso protección de datos',
  },
  retention: {
    title: 'Decidir cuánto se guarda',
    text: 'Los expedientes concluidos van a la papelera al cumplir su plazo.',
    steps: [
      'En «Mi empresa», elige «Ver privacidad». Si eres administrador, abre antes la empresa en «Empresas».',
      'Escribe los meses de cada tipo de solicitud. Vacío: se guarda siempre.',
      'Elige «Ver qué se iría» y después «Guardar».',
      'Para que uno se quede, por un juicio por ejemplo, elige «Retener o soltar» en «Más acciones» del expediente. Ahí mismo lo sueltas cuando ya no haga falta.',
    ],
    words: 'plazo conservación retención meses retener juicio soltar',
  },
  bin: {
    title: 'Eliminar y recuperar',
    text: 'Lo eliminado espera 30 días en la papelera.',
    steps: [
      'Para un expediente, abre «Más acciones» y elige «Eliminar expediente».',
      'Para un documento, elige «Eliminar» en su menú, salvo que sea el único de la solicitud.',
      'Si no ves esa opción, pídelo a quien administra tu oficina.',
      'Para recuperarlo, abre «Papelera» y elige «Recuperar». Pasados 30 días se elimina para siempre.',
    ],
    words: 'papelera eliminar borrar restaurar expediente documento',
  },
}

export const useManageTopics = defineTexts(manageTopics, () => import('./manage-topics.en.ts'))
