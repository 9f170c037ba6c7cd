/**
 * English words by error code: what happened and what to do. A code without words here shows the
 * server's message.
 */
export const enErrors = {
  CANCEL_OPEN:
    "The carrier has not confirmed the cancellation yet. The station keeps asking. Until then the label stays bought; look at the order again in a moment.",
  NO_ANSWER:
    "The station does not answer. If it still does not answer in a minute, restart Packbench; nothing that was bought is lost.",
  E1051: "This shipment is no longer here. Scan the order again.",
  E1053: "This organization is no longer here.",
  E1054: "The order could not be read. Check its parcel and its recipient.",
  E1055: "You may not do this. Ask the owner of the organization.",
  E1056: "The recipient's address could not be saved. Check it and try again.",
  E1057: "The order could not be saved. Check it and try again.",
  E1058: "The shipment could not be saved. Try again.",
  E1064: "This offer is no longer valid. Look at the order again; its offers are renewed.",
  E1065: "This order already has a label. F6 prints it.",
  E1066:
    "The balance is not enough for this label. Choose a cheaper offer, or top up the balance under Settings and try again.",
  E1067: "The items of the order could not be read. Check them and try again.",
  E1068: "Add your sender address first: under Settings, Organization. Nothing was imported.",
  E1071: "The barcode could not be made. Choose another carrier, or try again.",
  E1072: "The label could not be drawn. Try again; if that fails too, choose another carrier.",
  E1073: "The parcel can no longer be changed: its label is bought.",
  E1074: "The balance could not be updated. Try again.",
  E1085: "One value is not valid. The line below names it: correct it, and try again.",
  E1086: "The label could not be bought. Try again, or choose another offer.",
  E1111: "The offers changed meanwhile. Look at the order again.",
  E1115: "The card payment failed. Nothing was charged. Try another card, or enter a bank payment.",
  E1129: "The recipient's address is empty. Type the street and the number.",
  E1130: "The recipient's province is empty or not known. Choose it from the list.",
  E1131: "The recipient's country is empty or not known. Choose it from the list.",
  E1132: "The recipient's district is empty or not known. Choose it from the list.",
  E1133: "The recipient's name is empty. Type it.",
  E1134: "The recipient's phone is empty. Type it.",
  E1136: "The recipient's e-mail is empty. Type it.",
  E2000:
    "Something went wrong on this station. Try again; if that fails too, note the code and ask for help.",
  E2001: "The access token is missing or no longer valid. Create a new one under Settings.",
  E2002: "This version of the station cannot do this. Update Packbench.",
  E2003: "The file is too large. Split it into smaller files.",
  E2004: "The station could not read the request. Update Packbench and try again.",
  E2005: "Too many requests. Wait a moment and try again.",
  E2006: "The station answers only on this computer: use the address 127.0.0.1.",
  E2007: "The same request number was sent with other contents. Nothing was done twice. Try again.",
  E2008:
    "The carrier has not confirmed whether it sold the label. The station keeps asking, and Settings lists the order when you must decide. Do not buy another label for this order; look at it again in a moment.",
  E2009: "The station is still busy with this order. Look at it again in a moment.",
  E2010: "This address is no longer here. Look at the list again.",
  E2011:
    "The default sender and the invoice address cannot be deleted. Choose another address for that purpose first.",
  E2012: "This box is no longer here. Look at the list again.",
  E2013: "No province has this name. Choose one from the list.",
  E2014: "No district has this name. Choose one from the list.",
  E2015: "This member is no longer here. Look at the list again.",
  E2016: "This webhook is no longer here. Look at the list again.",
  E2017: "This carrier account is no longer here. Look at the list again.",
  E2018: "This token is no longer here. Look at the list again.",
  E2020: "The label is not on this station.",
  E2021: "This link to a label is not valid. Open the label from its shipment.",
  E2022: "The carrier already has the parcel. It can be returned, not cancelled.",
  E2024: "No waiting order has this number. Check it, or import the order file with F7.",
  E2025: "This printer is no longer set up. Look under Printers.",
  E2027: "This print job is no longer here.",
  E2028: "This question was answered already.",
  E2029:
    "The file could not be used; the reason is below. Packbench reads CSV and Excel (.xlsx): a heading line, comma or semicolon between the columns, UTF-8 or Windows-1254.",
  E2030: "An organization needs at least one owner. Make another member an owner first.",
  E2031: "This member is in the organization already.",
  E2032:
    "Webhooks cannot go to this address. Type a public address, or one of a program on this computer.",
  E2033:
    "The carrier refused this parcel. Choose another offer, or correct the address or the size.",
  E2034: "This purchase is no longer here. Look at the order again.",
  E2035:
    "The label did not pass its own check and was not printed. Print it again with F6; if that fails too, choose another carrier.",
  E2072: "Not all items of this order were scanned. Scan the others first.",
  E2073: "This order is on hold. Release it with F9, then buy.",
  E2074:
    "Only an order that waits can be put on hold, and no box can be added to a cancelled order.",
  E2080: "There is no picture of this item, or it could not be fetched just now.",
  E2081:
    "All pieces of this item were scanned already. Check whether one too many is in the parcel.",
  E2036: "The station's disk is full or not writable. Free some space and try again.",
  E2040: "This web page may not use the station. Allow it at the desk when it asks.",
  E2041: "The page's question is no longer open. Reload the page: it asks again.",
  E2042: "This delivery is no longer here. Look at the list again.",
  E2043: "This event was deleted meanwhile, so it cannot be sent again.",
  E2045: "This label was cancelled. Do not use it; buy a new one for the parcel.",
  E2046: "This tracking link is not valid. Copy it whole from the shipment.",
  E2047: "This order is not cancelled. Scan it again to see its state.",
  E2049:
    "No browser could be opened. Open one yourself, and type the address of the simulator's page.",
  E2050:
    "A stored password cannot be read on this station, since its key is missing. Type the recovery key under Settings, Data and backup.",
  E2051:
    "This reference was entered before with another amount. Nothing was added. Check the reference and the amount.",
  E2052:
    "This took too long and was ended. Ask for less: a shorter time, an order number, or one more filter.",
  E2053:
    "Two stations made conflicting changes to this shipment. Compare its labels and its tracking.",
  E2054: "This job no longer exists, or it is being tried now. Look at the list again.",
  E2055:
    "The personal data of this shipment was erased. Its label can no longer be shown or printed.",
  E2056: "The document is not on this station. Upload it again.",
  E2057:
    "The recipient's name and address do not fit on this label. Shorten them, or print on larger paper.",
  E2058: "This version of Packbench does not have the label's layout. Install a newer one.",
  E2059: "The station could not draw this just now. Try again in a moment.",
  E2060:
    "There is no room for more documents: the documents here still wait to be printed. Try again once they are printed.",
  E2061: "This document is still being printed. Delete it afterwards.",
  E2062:
    "This folder cannot be used: it is missing or full, or you may not write into it. Choose another folder.",
  E2063:
    "The label printer cannot print: it is out of labels or ribbon, open, or switched off. Nothing was bought. Fix it and press Enter again.",
  E2067:
    "These addresses cannot be merged: one was deleted, or senders and recipients are among them. Nothing was changed.",
  E2068:
    "This file is no longer open. Choose it again: rows that were imported are not imported twice.",
  E2070: "This token may print PDFs and pictures, but not ZPL.",
  E2071: "This print job no longer waits, so it cannot be cancelled.",
  E2075:
    "Some of these labels were printed meanwhile. The list was read again: look at it and start once more.",
  E2076: "This batch is gone. Choose another one.",
  E2077: "The batch has ended meanwhile.",
  E2078: "No label of this batch has that number. Scan the last label that came out well.",
  E2086:
    "Only the last box of an order can be removed, and only while it has no label. To take back a box with a label, open that box and cancel its label with F8. Nothing was changed.",
  E2087:
    "A label of this order already counts this box. Cancel that label and pack its box again; then this box can be removed. Nothing was changed.",
  E2079: "The practice station could not be opened. Close other programs and try again.",
  E2083: "The parcel has a newer event. Look at it, then mark it as handled.",
  E2084:
    "This is not a public https address. Enter one like https://track.example.com, without a path.",
  E2101: "This backup is damaged or not complete. Choose another one. Nothing was changed.",
  E2102: "This backup was made by a newer Packbench. Update Packbench first. Nothing was changed.",
  E2103: "This backup is from another computer. First say whether that computer is still used.",
  E2091:
    "The station stopped before it answered, and starts again. Check whether your last step was done before you repeat it.",
  E2090: "This import has ended already.",
  E2104:
    "This is a shared desk: it opens no other window, file or program. Use another desk for this, or ask your IT.",
  E2122: "This computer did not take the setting. Nothing was changed.",
  E2105:
    "This recovery key does not fit. Compare it with the paper, character by character. Nothing was changed.",
  E2106: "The key of the stored passwords is not lost. Nothing was changed.",
  E2111: "This is not a join code, or a part of it is missing. Copy all of it again.",
  E2112:
    "The hub did not answer. Check that the hub runs, that both computers are on one network, and that the firewall of the hub's computer allows the hub's port.",
  E2113: "Another computer answers at the hub's address. Make a new join code on the hub.",
  E2114: "This join code cannot be used any more. Make a new one on the hub.",
  E2115: "The hub's nats-server is too old. Update it on the hub's computer.",
  E2116:
    "The clocks of this computer and of the hub are more than five minutes apart. Set them, then try again.",
  E2117:
    "The hub does not accept this station. Revoke it on the hub if it is still listed there, then join with a new code.",
  E2118: "This station has joined another hub. Leave that hub first.",
  E2119: "This hub belongs to another organization.",
  E2120: "The station is already joining a hub. Wait until it has joined.",
  E2132:
    "The rest of the balance is at other desks and comes as soon as the hub is reached. Nothing was bought. Check the connection to the hub and try again.",
  E2133:
    "This desk cannot spend any of the balance: it was revoked, or an older copy of its data was restored. Nothing was bought. An owner must join this desk to the hub again.",
  E2134:
    "This order is at another desk, which cannot be reached now. Pack it there, or try again when that desk is connected.",
  E2135:
    "The hub was emptied or set back to an older state. The hub gives numbers and money again when every desk has reported what it has. Start the other desks, or have lost desks revoked at the hub, then try again.",
  E2136: "This label is void: do not hand it over. Take it off the parcel.",
  E2131:
    "This desk has used up its numbers and does not reach the hub that gives new ones. Nothing was done. Check the connection to the hub and try again.",
  E2140:
    "This station may not let other stations in or revoke them. Do this at the hub's computer, or at the station that founded the organization.",
  E2141:
    "The station can leave when all its changes are with the hub. Nothing was changed. Wait until it is in step, then leave.",
  E2142:
    "Other stations work with this organization. Nothing was changed. Have them leave first, or revoke them.",
  E2143: "The hub could not be started on this computer. Nothing was changed.",
  E2144: "This station has joined a hub already. Leave that hub first.",
  E2145:
    "This is not a credentials file of a nats-server. Ask the server's administrator for the .creds file of this station.",
  E2146:
    "The hub cannot be joined yet: a part of it is missing or set up differently. Nothing was changed. The hub's administrator must fix this.",
  E2121: "Your company's IT has set this. It cannot be changed at the desk: ask your IT.",
  E2096:
    "The first line of the file lacks columns that are needed. Write the names below into it, and import the file again.",
  E2290: "This source of orders is not in the list any more.",
  E2291:
    "The headings of this file fit several sources of orders. Nothing was imported. Choose the one it comes from.",
  E2147:
    "This printer is no longer shared, or was removed. Nothing was sent. Choose another printer.",
  E2148:
    "This station has not joined other stations, so it cannot use their printers. Join a hub in Settings, Stations, or print here.",
  E2149:
    "The printer's station has already taken this print, or the print has ended. It was not cancelled; cancel it in the print journal of that station.",
  E2150:
    "The hub has lost its data and waits for a desk of its own organization. Nothing was changed. Start a desk that has worked with this hub before; join when that desk is in step.",
  E2151:
    "This station is connected now. Nothing was changed. Have the server's administrator remove the station's user there, and revoke the station when it has been gone for half a minute.",
  E2153:
    "There is no such print at a shared printer, or it was deleted thirty days after it was asked for.",
  E2155:
    "The key of the organization's secrets has not come to this desk yet. Nothing was saved. Start a desk that has been in the organization for longer, then try again.",
  E2156:
    "Another desk is handling this request, and the answer is not available now. Nothing was done here. Try again later, or at that desk.",
  E2157:
    "The hub's copy of the organization's data is damaged, or belongs to another organization. Nothing was changed. Start a desk that has the data, wait for ten minutes, then try again.",
  E2158:
    "The carrier's label is at another desk, and the hub that passes labels on cannot be reached. Nothing was printed. Print it there, or try again when the hub is reached.",
  E2159:
    "The disk of the hub's computer is full, read-only or failing, so the hub cannot let this station in. Free some space there, then try again with the same code.",
  E2160:
    "The organization's data was written by a newer Packbench. Nothing was changed. Update this station, then try again.",
  E2161:
    "A trial version of Packbench wrote this, and its format is no longer supported. Nothing was changed.",
  E2164: "An order has this number already. Nothing was created.",
  E2165:
    "This order was created already, before you changed the form. The changes were not saved. Open the order and change it there.",
  E2166:
    "No label of this carrier that was bought on this day is in force. Nothing was printed. Check the carrier and the day.",
  E2167:
    "These labels wait already: for the printer, in a batch that has not ended, or at another station. They are not printed twice.",
  E2168: "There is no such agreement, or it was ended. Nothing was changed.",
  E2169: "There is no such version of the prices, or only a newer Packbench can show it.",
  E2170: "This barcode range cannot be used. Nothing was saved.",
  E2173: "There is no such rule, or it was removed. Nothing was changed.",
  E2175: "This shipment has no bought label.",
  E2176: "A test shipment moves by itself.",
  E2177: "The time is in the future, or before the label was bought.",
  E2174:
    "No rule buys this offer at once any more. Nothing was bought. Look at the offers and press Enter to buy.",
  E2180: "There is no announcement of this label.",
  E2181: "This is not possible in the announcement's present state. Nothing was changed.",
  E2182: "This account has no connection to its carrier that can do this.",
  E2183: "There is no such file of parcels.",
  E2184: "No parcel of this account waits for a file.",
  E2186: "The courier of this account is ordered for today already. Nothing was ordered.",
  E2188: "This move cannot be started or continued. Nothing was changed.",
  E2190:
    "The label is at the server where it was bought, and cannot be read from there now. Nothing was printed. Try again later.",
  E2260: "These orders are not packed together. Nothing was changed.",
  E2261:
    "This order is packed together with another. Open that one; cancel its label to pack each order separately. Nothing was changed.",
  E2264:
    "Orders that are packed together go in one box. Separate them first: Alt+U. Nothing was changed.",
  E2262: "The label on the parcel was not scanned yet. Scan it first; F9 goes on without the scan.",
  E2263: "Papers of this order are missing. Nothing was bought. Add them, then buy again.",
  E2280: "No file has changed this order.",
  E2281:
    "A newer file has changed this order again, or its row is as before. Nothing was changed. Open the order again.",
  E2282: "The change of this order cannot be applied now. Nothing was changed.",
  E2283:
    "A file has changed or cancelled this order. Nothing was bought. Open the order: F10 takes the change, F12 keeps the order as it is.",
  E2192: "This parcel does not go onto the truck. Nothing was counted.",
  E2193: "The loading of this truck cannot be ended now. Nothing was handed over.",
  E2194: "This hand-over was not found.",
  E2240: "The loading is still being ended. The manifest is complete in a moment: try again.",
  E2250: "This product is not in the list any more.",
  E2251:
    "Another product has this barcode already. Nothing was saved. Remove it there, or check the barcode.",
  E2252: "This item has no stock code, so no barcode can be remembered for it. Tick it by hand.",
  E2253: "Another box has this barcode already. Nothing was changed.",
  E2254:
    "This weight is unusual for the contents. Nothing was bought. Check the contents and weigh again, or buy anyway.",
  E2255: "None of these orders waits with items to pick. Nothing was printed.",
  E2191:
    "The marketplace did not take the address for its calls. Try again, or enter it there by hand.",
  E2189: "This move, or this question of it, was not found.",
  E2220: "This scale is not set up at this desk any more.",
  E2221: "The scale shows no weight that counts. Look at the scale, or type the weight.",
  E2222: "Another scale or scanner of this desk already uses this connection.",
  E2241: "The desk is locked. Scan your badge; then repeat the act.",
  E2242: "This needs a lead's leave. Nothing was done.",
  E2243: "This badge opens no desk here: it is unknown or revoked. Ask a lead for a new one.",
  E2244: "This PIN is wrong.",
  E2245: "Too many wrong tries. Try again later, or ask another lead.",
  E2246: "This badge cannot be made or revoked. Nothing was changed.",
  E2310: "This folder cannot be used. Nothing was changed.",
  E2247: "This badge was revoked, or never existed.",
  E2187: "Something of this account still waits for its carrier. Nothing was changed.",
  E2185: "The carrier would not take this parcel as it is. Nothing was bought.",
  E2172: "The credit limit of this agreement is reached. Nothing was bought.",
  E2171: "These prices cannot be entered or withdrawn. Nothing was changed.",
} as const;
