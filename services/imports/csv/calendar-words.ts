/** As words are compared: small letters without accents and dots. */
export const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')

/** A line for each month, or day of the week, with its names in the languages of Western and Central Europe. */
const numbered = (lines: string): ReadonlyMap<string, number> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line, n) => line.split(' ').map(word => [word, n + 1] as const)),
  )

/** Folded names of months → 1 to 12. */
export const MONTHS = numbered(`
january jan januar janvier janv enero ene gennaio gen janeiro januari styczen sty stycznia
february feb februar fevrier fevr fev febrero febbraio fevereiro februari luty lut lutego
march mar marz maerz mrz mars marzo marco maart mrt marts marzec marca
april apr avril avr abril abr aprile kwiecien kwi kwietnia
may mai mayo maggio mag maio mei maj maja
june jun juni juin junio giugno giu junho czerwiec cze czerwca
july jul juli juillet juil julio luglio lug julho lipiec lip lipca
august aug aout agosto ago augustus augusti sierpien sie sierpnia
september sept sep septembre septiembre settembre set setembro wrzesien wrz wrzesnia
october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik paz pazdziernika
november nov novembre noviembre novembro listopad lis listopada
december dec dezember dez decembre diciembre dic dicembre dezembro desember des grudzien gru grudnia
`)

/** Folded names of days of the week → from Monday = 1. */
export const WEEKDAYS = numbered(`
monday mon montag mo lundi lun lunes lunedi segunda-feira seg maandag poniedziałek pon mandag man
tuesday tue tues dienstag di mardi mar martes martedi terca-feira ter dinsdag wtorek wt tisdag tis tirsdag tirs
wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi quarta-feira qua woensdag wo sroda sr onsdag ons
thursday thu thur thurs donnerstag do jeudi jeu jueves jue giovedi gio quinta-feira qui donderdag czwartek czw torsdag tors
friday fri freitag fr vendredi ven viernes vie venerdi sexta-feira sex vrijdag vr piatek pt fredag fre
saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za sobota sob lordag lor lørdag lør
sunday sun sonntag so dimanche dim domingo dom domenica zondag zo niedziela niedz sondag son søndag søn
`)
