package secrets

import (
	"strings"
	"sync"
)

// commonWords are words of eight or more letters in the messages of hosts. They are about tournaments, teams and
// accounts, so people use them in passwords too. Shorter words cannot hold a run. The interface document is in English,
// and some hosts translate their messages into these other languages.
const commonWords = `
	accepted accounts activate activated activation additional addresses administrator amateurs application
	approved assigned assistant association attempts authenticate authentication authorization available baseball
	basketball birthday brackets calendar canceled cancelled category certificate challenge champion champions
	championship championships character characters checkout coaching combination comments committee community
	competition competitions complete completed conference confirmation confirmed connection consolation contains
	contract creditcard currently customer database deadline declined delivered department described description
	different director directors disabled discount division divisions document duplicate elimination entrance
	equipment exceeded existing expiration finished followed football forbidden friendly generated goalkeeper
	handball identifier inactive included incomplete incorrect information insufficient integration interface
	internal international invitation invitational knockout lacrosse leadership limitation location maintenance
	management membership merchant negative official officials operation operator overtime parameter participant
	participants password passwords payments permission permissions permitted pickleball platform playoffs
	position practice premiership previous processed processing professional provided provider purchase
	quarterfinal questions received recovery redirect references refunded regional register registered registering
	registration registrations rejected remaining reminder required requirement requirements reserved response
	restricted schedule scheduled schedules scoreboard security selected semifinal semifinals services settings
	signature specified sponsors standards standing standings starting statistic statistics subscription
	successful supported suspended telephone temporarily temporary terminal tournament tournaments training
	transaction transactions transfer treasurer unauthorized unavailable unlimited unlocked username verification
	verified volleyball volunteer volunteers warnings waterpolo wrestling

	abgelaufen abgelehnt anmeldung basketball benutzer benutzername bestatigung fussball geschlossen handball
	kennwort kennworter mannschaft mannschaften meisterschaft meisterschaften nachricht passwort passworter
	registrierung sicherheit spielplan turniere ungultig verfugbar verwaltung zahlungen zugelassen

	baloncesto balonmano campeonato campeonatos clasificacion contrasena contrasenas contrasenha
	disponible disponivel entrenador entrenadores inscricao inscricoes inscripcion inscripciones jogadores
	jugadores seguranca seguridad temporada temporario treinador usuarios voleibol

	allenatore campionati campionato championnat championnats confirmation connexion disponibile disponible
	entraineur entraineurs equipement giocatori inscription inscriptions iscrizione iscrizioni motdepasse
	pagamento paiement paiements pallacanestro pallavolo securite sicurezza tournois utilisateur utilisateurs

	adgangskode anvandare anvandarnamn beschikbaar betaling beveiliging brugernavn brukernavn gebruiker
	gebruikersnaam inschrijving kayttajatunnus lagledare losenord pamelding passordet rejestracja rozgrywki
	salasana tilmelding toernooi toernooien turnering turneringar turneringen uzytkownik wachtwoord wachtwoorden
	wedstrijd wedstrijden zawodnicy
`

// common returns the words of commonWords.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(commonWords) {
		set[w] = true
	}
	return set
})

// isCommon reports whether a folded word is in commonWords, or is a plural or another form of such a word.
func isCommon(text string) bool {
	words := common()
	return words[text] || words[strings.TrimSuffix(text, "s")] || words[strings.TrimSuffix(text, "es")]
}
