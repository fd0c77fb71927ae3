/** The figures of Home and of About. Staff can change each of them, and what they count. */
export const figures = {
  name1: 'Global Clients',
  home1: '30+',
  about1: '30+',
  name2: 'Projects Delivered',
  home2: '50+',
  about2: '50+',
  name3: 'Expert Team',
  home3: '10+',
  about3: '10',
  name4: 'Years Experience',
  home4: '5+',
  about4: '5+',
}
