/** Invented customers of the demo shop: first and last name, street, city, country, postal code. */
export const PEOPLE = {
  ana: ['Ana', 'Marinescu', 'Strada Horea 12', 'Cluj-Napoca', 'RO', '400174'],
  radu: ['Radu', 'Dobre', 'Calea Victoriei 88', 'Bucharest', 'RO', '010091'],
  lena: ['Lena', 'Hoffmann', 'Torstraße 41', 'Berlin', 'DE', '10119'],
  jonas: ['Jonas', 'Berger', 'Lindwurmstraße 7', 'Munich', 'DE', '80337'],
  claire: ['Claire', 'Fontaine', 'Rue Oberkampf 23', 'Paris', 'FR', '75011'],
  mateo: ['Mateo', 'Ferrer', 'Carrer de Verdi 60', 'Barcelona', 'ES', '08012'],
  giulia: ['Giulia', 'Rossetti', 'Via Tortona 15', 'Milan', 'IT', '20144'],
  oliver: ['Oliver', 'Whitcombe', '9 Harbour Street', 'Bristol', 'GB', 'BS1 4RN'],
  priya: ['Priya', 'Menon', '18 Lavelle Road', 'Bengaluru', 'IN', '560001'],
  arjun: ['Arjun', 'Desai', '4 Linking Road', 'Mumbai', 'IN', '400050'],
  kasia: ['Katarzyna', 'Zielinska', 'Ulica Nowy Swiat 30', 'Warsaw', 'PL', '00-373'],
  haruto: ['Haruto', 'Mizushima', '2-14 Kagurazaka', 'Tokyo', 'JP', '162-0825'],
  beatriz: ['Beatriz', 'Carvalho', 'Rua Augusta 1508', 'São Paulo', 'BR', '01304-001'],
  grace: ['Grace', 'Holloway', '415 Valencia Street', 'San Francisco', 'US', '94103'],
} as const satisfies Record<string, readonly [string, string, string, string, string, string]>

export type PersonName = keyof typeof PEOPLE
