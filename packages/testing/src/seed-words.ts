/** Vocabulary of seeded case files. */

const list = (text: string) =>
  text
    .split('·')
    .map((word) => word.trim())
    .filter(Boolean)

export const offices = list(`
  Centro de Mediación Cóndor Andino · Notaría Décima Séptima · Consultorio Jurídico Yánez & Ñauta ·
  Centro de Mediación La Concordia · Estudio Jurídico Peñaherrera · Defensoría Vecinal San Blas ·
  Mediadores del Austro · Cámara de Conciliación del Litoral`)

export const firstNames = list(`
  María José · Juan Carlos · Lucía · Andrés · Sofía · Martín · Úrsula · Íñigo · Gabriela · Óscar ·
  Ana Belén · José Luis · Verónica · Ramón · Inés · Ángel · Nicolás · Begoña · Raúl · Mónica · Félix ·
  Carmen · Tomás · Paulina · Esteban · Ximena · Hernán · Doménica · Wilson · Estefanía · Segundo · Blanca ·
  Efraín · Noemí`)

export const surnames = list(`
  Núñez · Pérez · García · Peñaherrera · Quishpe · Guamán · Narváez · Ibáñez · Muñoz · Yánez · Ordóñez ·
  Chávez · Sánchez · López · Rodríguez · Villacís · Caiza · Toapanta · Morales · Espín · Zambrano · Cedeño ·
  Vélez · Macías · Intriago · Bravo · Loor · Cevallos · Alcívar · Andrade · Jaramillo · Ochoa · Ñauta ·
  Tenesaca · Pacheco · Cordero · Malo · Crespo · Astudillo · Carrión · Eguiguren · Riofrío · Burneo · Celi ·
  Ávila · Bermúdez · Calderón · Donoso · Egas · Flores · Granda · Hidalgo · Izurieta · Játiva · Lasso`)

export const matters = list(`
  Arrendamiento · Pensión de alimentos · Linderos · Deuda · Incumplimiento de contrato ·
  Régimen de visitas · Accidente de tránsito · Convivencia vecinal · Herencia · Finiquito laboral ·
  Servicio defectuoso · Disolución`)

export const things = list(`
  de vivienda · de local comercial · de terreno rural · de vehículo · por cuotas impagas · de obra civil ·
  entre hermanos · de sociedad · por daños · de propiedad horizontal · de maquinaria · por honorarios`)

export const places = list(`
  Sala 1 · Sala 2 · Sala 3 · Por videollamada · Av. Amazonas N21-147, Quito · Oficina de Cuenca`)

export const documentNames = list(`
  Solicitud de mediación · Contrato · Acta de acuerdo · Cédula · Poder especial · Escritura · Factura ·
  Informe pericial · Partida de nacimiento · Convenio de pago · Rol de pagos · Certificado de gravámenes`)
