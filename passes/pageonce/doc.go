// Package pageonce reports list calls whose further pages are never read.
//
// # What goes wrong
//
// An API that holds more than fits into one answer gives the first page, says
// that there is more, and answers 200 OK. A program that does not look works on
// tests and small accounts. On the day the list grows beyond a page the sync
// deletes what it no longer sees, the export lacks its end and the quota check
// counts too few, and every run says ok.
//
// An answer counts as a page where a continuation lies beside a list: a token, a
// cursor or marker, a flag that more follows, the number of the next page, a
// link, a total with a position. Its shape is enough, so libraries without a
// line in the tables and structs that the program decodes itself are understood.
// The answer is followed through helpers, fields and other packages of the
// module: whoever hands the continuation on is not blamed, whoever drops it is.
//
// Rules:
//
//   - pageonce/firstpage: one page is used as if it were everything
//   - pageonce/dropped: a helper hands the continuation back and it is dropped
//   - pageonce/embedded: a list inside an answer has pages of its own, never asked for
//   - pageonce/mask: a field mask leaves the token out of the answer
//   - pageonce/stopsearly: a short or empty page is taken for the last one
//   - pageonce/endless: the loop asks for the same page again and again
//   - pageonce/nocursor: "more" is believed although the cursor may be empty
//   - pageonce/enderror: an error of a page is taken for the end
//   - pageonce/single: paging is switched off in a library that would page
//
// # Example
//
//	out, err := y.c.ListCrates(ctx, &depot.ListCratesInput{})
//	if err != nil {
//		return 0, err
//	}
//	sum := 0
//	for _, c := range out.Crates {
//		sum += c.Weight
//	}
//	return sum, nil
//
// # Instead
//
//	in := &depot.ListCratesInput{}
//	for {
//		out, err := y.c.ListCrates(ctx, in)
//		if err != nil {
//			return 0, err
//		}
//		for _, c := range out.Crates {
//			sum += c.Weight
//		}
//		if out.NextToken == nil {
//			return sum, nil
//		}
//		in.NextToken = out.NextToken
//	}
//
// # Silent when
//
//   - a pager or iterator is used to its end, or a loop ends by the
//     continuation, also by recursion or when the token no longer moves;
//   - the continuation is returned, stored for the next run, sent to a client
//     or told as an error or a metric; a log line is not enough;
//   - the request asks for one item, or names the items it wants, or only the
//     first item, the emptiness or the total is looked at;
//   - the list is taken apart by the loop that lists it again;
//   - the next request goes on behind the last item, or counts its pages up to
//     an empty one;
//   - the request has no way to ask for another page;
//   - the file is a test.
//
// # Fix
//
// Use the library's pager, or loop until the answer itself says that nothing
// follows. A larger limit is not paging. Where one page is meant, ask for as
// many as you want in an order that you choose, or report that there were more.
package pageonce
